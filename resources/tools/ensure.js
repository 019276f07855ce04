/**
 * Before an npm script: says so if the project's own Node is not there, and with `build` brings `out/` up to date, silently
 * unless that fails. Plain JavaScript, which any Node can read.
 */
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `This needs Node 24, and is ${process.versions.node}. npm ci brings it: run that without --omit=dev and --ignore-scripts.`,
  );
  process.exit(2);
}
if (process.argv[2] === 'build') {
  const { buildIfNeeded } = await import('./build.ts');
  const problem = buildIfNeeded();
  if (problem !== undefined) {
    console.error(`Intray could not be built.\n${problem}`);
    process.exitCode = 2;
  }
}
