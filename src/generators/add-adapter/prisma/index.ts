import { clientsIn, type HostClient } from '../../../edits/schema/host.ts';
import { addModels } from '../../../edits/schema/prisma.ts';
import { AuthgraftError } from '../../../errors.ts';
import { ifReadable } from '../../../host/files/index.ts';
import type { Host, HostPath } from '../../../host/host.ts';
import { allDependencies } from '../../../host/packages/manifest.ts';
import { render } from '../../templates/index.ts';
import type { AdapterContext, AdapterNeeds } from '../context.ts';
import { filesWith } from '../drizzle/host.ts';
import { adapterModule, importPath, stageModule } from '../places.ts';
import { scriptWith } from '../scripts.ts';
import type { MoreTables } from '../tables.ts';
import { modelsFor } from './models.ts';

/**
 * Stages the models and the adapter of a host that has Prisma.
 * @throws AuthgraftError AG_ADAPTER_UNSUPPORTED: there is no Prisma to add to.
 */
export function stagePrisma(context: AdapterContext, _: unknown, more?: MoreTables): AdapterNeeds {
	const { host, staging, style } = context;
	const client = prismaClient(context, more);
	const own = adapterModule(host);
	const isDefault = client.name === 'default';
	const values = {
		isDefault,
		client: isDefault ? 'prisma' : client.name,
		clientModule: importPath(own, client.path, style),
	};
	stageModule(staging, {
		...{ path: own, summary: 'keeps sessions in the database', from: '@auth/prisma-adapter' },
		...{ exports: 'adapter', text: render('adapters/prisma.ts', values, { host, style }) },
	});
	return {
		manifest: { dependencies: { '@auth/prisma-adapter': '^2.11.3' } },
		...{ variables: [], ignored: [], notes: [] },
		commands: prismaCommands(host),
	};
}

/** What creates the tables. */
export const prismaCommands = (host: Host): string[] => [
	scriptWith(host, /prisma (?:db push|migrate dev)/) ?? 'npx prisma migrate dev --name auth',
	...(isOlder(host) ? [] : ['npx prisma generate']),
];

/**
 * Looks where the client lies, and stages the models of sign-in.
 * @param more what the schema gets besides.
 * @throws AuthgraftError AG_ADAPTER_UNSUPPORTED: there is no Prisma to add to.
 */
export function prismaClient({ host, staging }: AdapterContext, more?: MoreTables): PrismaClient {
	const path = schemaOf(host);
	const clients = findClients(host);
	const [client, second] = clients;
	if (path === undefined || client === undefined)
		throw new AuthgraftError(
			'AG_ADAPTER_UNSUPPORTED',
			path === undefined
				? 'prisma: the project has no Prisma schema (prisma/schema.prisma)'
				: 'prisma: no file exports a client as a constant: export const prisma = new PrismaClient(...)',
			path === undefined
				? 'Set Prisma up first: npx prisma init. Without Prisma, authgraft add-adapter drizzle works at once.'
				: 'Export one from a file below the sources, and run the command again.',
		);
	const others = besides(host, path);
	// A model of such a name may stand in any of them.
	if (others.length > 0)
		staging.refuse(
			path,
			'has the models of sign-in',
			`is one of several files (${others.join(', ')}), and one of those may have such models: add what they lack by hand`,
			modelsFor(undefined, more)
				.map(({ text }) => text)
				.join('\n'),
		);
	else
		staging.edit(path, 'has the models of sign-in', (content) =>
			addModels(content, modelsFor(/^\s*provider\s*=\s*"(\w+)"/m.exec(datasourceOf(content))?.[1], more)),
		);
	if (second)
		staging.refuse(
			second.path,
			'keeps the sessions',
			`makes a Prisma client, and so does ${client.path}: which one sign-in shall use cannot be told`,
			"import { PrismaAdapter } from '@auth/prisma-adapter';\n\nexport const adapter = PrismaAdapter(prisma);",
		);
	return { ...client, schema: path };
}

/** A client of the host's, where it lies, and its schema. */
export type PrismaClient = HostClient & { path: HostPath; schema: HostPath };

/** Before 7 `migrate` generates the client, too. */
const isOlder = ({ manifest }: Host): boolean =>
	/^\D*[1-6]\./.test(allDependencies(manifest)['@prisma/client'] ?? allDependencies(manifest).prisma ?? '');

/** The file with the models, where it is in one of the usual places. */
export const schemaOf = (host: Host): HostPath | undefined =>
	['prisma/schema.prisma', 'schema.prisma', 'prisma/schema/schema.prisma'].find((path) => host.exists(path));

/** The other files with models: a schema may be a folder of them, with folders of its own. */
export const besides = (host: Host, schema: HostPath): HostPath[] =>
	modelFiles(host, schema.slice(0, Math.max(0, schema.lastIndexOf('/')))).filter((path) => path !== schema);

function modelFiles(host: Host, folder: HostPath, depth = 3): HostPath[] {
	return (ifReadable(() => host.list(folder)) ?? []).flatMap((name) => {
		const path = folder === '' ? name : `${folder}/${name}`;
		if (name.endsWith('.prisma')) return [path];
		// At the top of a project everything else lies beside it.
		return folder !== '' && depth > 0 && !/\.|^migrations$/.test(name)
			? modelFiles(host, path, depth - 1)
			: [];
	});
}

const datasourceOf = (content: string): string => /^\s*datasource\s+\w+\s*\{[^}]*/m.exec(content)?.[0] ?? '';

/** A generated client lies anywhere; `new PrismaClient` tells it. */
const findClients = (host: Host) =>
	filesWith(host, /PrismaClient/).flatMap(({ path, text }) =>
		clientsIn(path, text, { maker: 'PrismaClient', modules: /./ }).map((client) => ({ ...client, path })),
	);
