#!/usr/bin/env node
import { quietSqliteWarning } from './headless/warnings.ts';

/** The command-line program under plain Node. */
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Intray needs Node 24 or newer; this is ${process.versions.node}. In the project, npm run -s intray brings its own.`,
  );
  process.exit(2);
}
quietSqliteWarning();
const { main } = await import('./headless/command-line.ts');
process.exitCode = await main(process.argv.slice(2));
