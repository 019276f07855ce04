import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Clock } from '../engine/ports.ts';

/** Whether the system says that the connection is paid for by what passes through it. */
export type Metered = 'yes' | 'no' | 'unknown';

/** Asks the system. Never rejects: what cannot be asked is unknown. */
export type AskMetered = () => Promise<Metered>;

/** How long the system may take to answer, in milliseconds. */
const patienceMs = 5_000;

const question = [
  ...['--system', 'get-property'],
  ...['org.freedesktop.NetworkManager', '/org/freedesktop/NetworkManager', 'org.freedesktop.NetworkManager', 'Metered'],
];

/** NetworkManager's NMMetered: what a person or the network has said, and what it guesses (a telephone's hotspot). */
const answers: Readonly<Record<string, Metered>> = { 1: 'yes', 2: 'no', 3: 'yes', 4: 'no' };

/**
 * On Linux NetworkManager is asked over the system's bus, with systemd's `busctl`. Windows and macOS do not tell a program
 * like this one.
 *
 * @param environment where `busctl` is found
 * @returns undefined where there is nobody to ask
 */
export function meteredOf(platform: string, environment: NodeJS.ProcessEnv = process.env): AskMetered | undefined {
  if (platform !== 'linux') return undefined;
  return async () => {
    try {
      const { stdout } = await promisify(execFile)('busctl', question, { timeout: patienceMs, env: environment });
      return answers[/^u (\d+)/.exec(stdout)?.[1] ?? ''] ?? 'unknown';
    } catch {
      return 'unknown';
    }
  };
}

export interface MeteredWatch {
  /** Uploads wait: the connection is metered, and nobody has said to send anyway. */
  readonly holds: boolean;
  /** Asks the system now, because the network has changed. */
  look(): Promise<void>;
  /** A person says to send anyway: until the system says something else of the connection. */
  sendAnyway(): void;
  end(): void;
}

/** The system does not say when it changes: it is asked this often. Milliseconds. */
const intervalMs = 60_000;

/**
 * Keeps in mind what the system says of the connection.
 *
 * @param isWanted whether a person wants uploads to wait; the system is not asked otherwise
 * @param onChange called when `holds` has changed
 */
export function watchMetered(
  ask: AskMetered | undefined,
  clock: Pick<Clock, 'after'>,
  isWanted: () => boolean,
  onChange: () => void,
): MeteredWatch {
  let said: Metered = 'unknown';
  let isAnyway = false;
  let cancel = () => {};
  let hasEnded = false;
  const holds = () => said === 'yes' && !isAnyway;
  const look = async (): Promise<void> => {
    const before = holds();
    const now = ask === undefined || !isWanted() ? 'unknown' : await ask();
    if (hasEnded) return;
    if (now !== said) isAnyway = false;
    said = now;
    if (holds() !== before) onChange();
  };
  const again = (): void => {
    if (hasEnded || ask === undefined) return;
    cancel = clock.after(intervalMs, () => void look().then(again));
  };
  void look().then(again);
  return {
    get holds() {
      return holds();
    },
    look,
    sendAnyway() {
      const before = holds();
      isAnyway = true;
      if (before) onChange();
    },
    end() {
      hasEnded = true;
      cancel();
    },
  };
}
