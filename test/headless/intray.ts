import { runCommandLine } from '../../electron/headless/command-line.ts';
import { type TestHost, testHost } from './test-host.ts';

/** By the names that a command's handler sees: `dataDir` is typed as `--data-dir`. */
export type TypedFlags = Readonly<Record<string, string | boolean | readonly string[]>>;

/**
 * Runs a command as it would be typed.
 * @returns the exit code
 * @throws Error with what it says, if it refuses
 */
export async function intray(words: readonly string[], flags: TypedFlags, host: TestHost = testHost()): Promise<number> {
  const typed = Object.entries(flags).flatMap(([name, values]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return [values].flat().flatMap((value) => (typeof value === 'string' ? [flag, value] : value ? [flag] : []));
  });
  const before = host.messages.text.length;
  const code = await runCommandLine([...words, ...typed], host);
  if (code > 1 && code !== 3) throw new Error(host.messages.text.slice(before).trimEnd());
  return code;
}
