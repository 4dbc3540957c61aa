import { startThrowAwayPostgres } from '../packages/launcher/test/throwAwayPostgres.ts';

const postgres = await startThrowAwayPostgres();
console.log(postgres.urlFor('postgres'));
console.error('A throw-away PostgreSQL, gone when this process ends. Ctrl+C to stop.');
let isStopping = false;
const stop = async () => {
  isStopping = true;
  await postgres.stop();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
void postgres.exited.then((reason) => {
  if (isStopping) return;
  console.error(reason);
  process.exit(1);
});
