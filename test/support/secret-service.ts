import { spawn } from 'node:child_process';

export interface SecretService {
  /** What a program needs to find it. */
  readonly environment: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

/** The programs that it takes, for `itWith`. */
export const secretServicePrograms = ['dbus-run-session', 'gnome-keyring-daemon'] as const;

/** A real Secret Service, GNOME Keyring, opened, on a D-Bus session of its own, with its keyrings in `home`. */
export async function startSecretService(home: string): Promise<SecretService> {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...environment } = process.env;
  const session = spawn(
    'dbus-run-session',
    [
      '--',
      'sh',
      '-c',
      'mkdir -p "$HOME/.local/share/keyrings"; echo -n pass | gnome-keyring-daemon --unlock --components=secrets >/dev/null; echo "at:$DBUS_SESSION_BUS_ADDRESS"; read -r _',
    ],
    {
      env: { ...environment, HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: `${home}/.local/share` },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise<void>((resolve) => session.once('close', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    session.stdout.on('data', (bytes: Buffer) => {
      said += bytes.toString('utf8');
      const found = /at:(.+)\n/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    session.once('error', reject);
    session.once('close', () => reject(new Error(`The Secret Service did not start: ${said}`)));
  });
  return {
    environment: { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: home },
    async end() {
      session.stdin.end('\n');
      await ended;
    },
  };
}
