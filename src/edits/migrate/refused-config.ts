import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { expressionOf, findProperty } from '../../syntax/objects.ts';
import { meaningBehind } from '../../syntax/values.ts';
import type { EditResult } from '../splice/edit.ts';
import { refuse, transform } from '../splice/transform.ts';
import type { MigrateCode } from './codes.ts';
import { findConfigs } from './configs.ts';

export interface RefusedConfigRequest {
	module: string;
	call: string;
	name?: string | undefined;
	/** Sessions are kept in a database. */
	database: boolean;
	/** Ids of the providers, as far as they can be read. */
	ids: readonly string[];
	/** They are all that there are. */
	whole: boolean;
}

/**
 * Refuses a configuration that worked with the predecessor, at least for some people, and that ours refuses as a whole:
 * everybody would be signed out. Edits nothing.
 */
export function refuseConfig(path: string, content: string, request: RefusedConfigRequest): EditResult {
	const snippet = 'jwt: { encode, decode }';
	return transform(path, content, { snippet }, (source) => {
		const place = findConfigs(source, request);
		const objects = place.kind === 'objects' ? place.objects : [];
		for (const object of objects) {
			const encode = request.database ? undefined : encodeAlone(object);
			if (encode)
				return refuse(
					'gives `jwt.encode` without `decode`: sessions that it made could not be read. Give both, or leave it out where sessions are in a database',
					snippet,
					encode,
				);
		}
		const twice = request.ids.find((id, index) => request.ids.indexOf(id) !== index);
		if (twice !== undefined)
			return refuse(
				`lists two providers with the id \`${twice}\`: give one of them an id of its own`,
				`{ id: '${twice}-2', ... }`,
				objects[0],
			);
		if (request.database && request.whole && request.ids.length > 0 && request.ids.every(isPassword))
			return refuse(
				'lists nothing but credentials beside a database that keeps the sessions: nobody could sign in that way. Ask for tokens',
				"session: { strategy: 'jwt' }",
				objects[0],
			);
		const beside = request.database && request.ids.some(isPassword);
		const line = objects[0]?.getStartLineNumber() ?? 1;
		const finding = {
			...{ code: 'credentials-database' satisfies MigrateCode, line },
			text: 'lists credentials beside a database that keeps the sessions: nobody ever signed in that way, and the provider is left out now.',
		};
		return { kind: 'unchanged', reason: 'is taken as it is', ...(beside ? { findings: [finding] } : {}) };
	});
}

const isPassword = (id: string): boolean => id === 'credentials';

function encodeAlone(object: ObjectLiteralExpression): Node | undefined {
	const jwt = findProperty(object, 'jwt');
	const written = jwt.kind === 'found' ? expressionOf(jwt.property) : undefined;
	const value = written && meaningBehind(written);
	if (value?.kind !== 'written' || !Node.isObjectLiteralExpression(value.node)) return undefined;
	const encode = findProperty(value.node, 'encode');
	const decode = findProperty(value.node, 'decode');
	return encode.kind === 'found' && decode.kind === 'absent' ? encode.property : undefined;
}
