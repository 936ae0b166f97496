// Written into the host. SvelteKit 3.0.0 took `builder.generateManifest` away, and no adapter for a platform had followed when
// this was written: gives it back, made of what came in its place.
import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

export const withManifest = (adapter) => ({
	...adapter,
	adapt: (builder) =>
		adapter.adapt(
			Object.create(builder, {
				generateManifest: {
					value({ relativePath, routes }) {
						const file = `${builder.getBuildDirectory('manifest')}/server.js`;
						builder.generateServerInstance(file, routes && { routes });
						const text = readFileSync(file, 'utf8');
						rmSync(dirname(file), { recursive: true });
						const parts =
							/create_server } from '(.*)\/index\.js';\s*const manifest = ([\s\S]*);\s*export const server/.exec(
								text,
							);
						if (!parts) throw new Error(`SvelteKit writes its server another way:\n${text}`);
						const place = relativePath.startsWith('.') ? relativePath : `./${relativePath}`;
						return parts[2].replaceAll(`'${parts[1]}/`, `'${place}/`);
					},
				},
			}),
		),
});
