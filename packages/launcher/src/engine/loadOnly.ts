import { pathToFileURL } from 'node:url';

// Loads modules without using them, so that their compiled form is stored on exit (compileAhead.ts).
for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
process.exit();
