// A process of its own: asks the provider modules in the folder that argv[2] names, and writes one line.
import { deriveFacts, marker } from './index.ts';
import { seal } from './seal.ts';

seal();
const derivation = await deriveFacts(process.argv[2] ?? '');
// Whatever a module has left running must not keep the process alive.
process.stdout.write(`\n${marker}${JSON.stringify(derivation)}\n`, () => process.exit(0));
