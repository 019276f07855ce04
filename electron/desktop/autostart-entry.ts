/** With this flag the program starts in the tray. */
export const hiddenFlag = '--hidden';

/** An autostart entry as freedesktop.org defines it. Pure. */
export function desktopEntry(program: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Intray',
    `Exec="${program.replace(/(["`$\\])/g, '\\$1').replaceAll('%', '%%')}" ${hiddenFlag}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
