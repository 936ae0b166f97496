import { referencesTo } from '../../edits/schema/references.ts';
import { relationsTo } from '../../edits/schema/relations.ts';
import type { HostPath } from '../../host/host.ts';
import type { AdapterContext } from '../add-adapter/context.ts';
import { filesWith } from '../add-adapter/drizzle/host.ts';
import type { StorePlace } from './store.ts';

/** A column of the host's own that refers to people without saying what becomes of it. */
export interface Reference {
	file: HostPath;
	line: number;
	/** `orders.buyer` */
	name: string;
}

/** Tables of the host's own that keep a person from being deleted, as far as the schema shows. */
export function tablesOfPeople({ host }: AdapterContext, store: StorePlace): Reference[] {
	if (store.kind === 'drizzle') {
		const users = store.schema?.tables.find(({ name }) => name === 'users')?.table ?? 'users';
		return filesWith(host, /\.references\(/).flatMap(({ path, text }) =>
			referencesTo(path, text, users).map((one) => ({ file: path, ...one })),
		);
	}
	if (store.kind !== 'prisma') return [];
	return relationsTo(host.read(store.tables) ?? '', 'User').map((one) => ({ file: store.tables, ...one }));
}
