/**
 * Suppresses Node's warning that node:sqlite is experimental: nobody can do anything about it, and it would precede every
 * message. Call it before node:sqlite is first loaded.
 */
export function quietSqliteWarning(target: NodeJS.Process = process): void {
  const printers = target.listeners('warning');
  target.removeAllListeners('warning');
  target.on('warning', (warning) => {
    if (warning.name === 'ExperimentalWarning' && warning.message.startsWith('SQLite')) return;
    for (const print of printers) print.call(target, warning);
  });
}
