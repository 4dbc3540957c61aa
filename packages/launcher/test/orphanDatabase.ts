import { keepDatabase } from '../src/engine/database.ts';

// Run by a test as a separate launcher that is then killed.
const [home] = process.argv.slice(2);
const { url } = await keepDatabase({ home: home!, say: (line) => console.error(line) });
console.log(url);
setInterval(() => undefined, 1_000);
