/** File systems of a test's own, mounted for real: ones that go, come back as another, hang, fail, fill up or are FAT. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { it, type TestContext } from 'vitest';
import { hasProgram, itUnlessMissing } from './programs.ts';

export type FileSystem = 'tmpfs' | 'ext4' | 'vfat' | 'fuse' | 'fuse as FAT';

/** Of python3-fusepy, which Debian installs for its own Python. */
const python = '/usr/bin/python3';
const images = { ext4: ['mkfs.ext4', '-q', '-m', '0', '-U'], vfat: ['mkfs.vfat', '-i'] } as const;
const serial = {
  ext4: (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  vfat: (n: number) => `abcd000${n}`,
};
/** What is mounted where, for `sh`: `$0` is an empty directory, `$1` an empty file of some MB. */
const trials: Record<FileSystem, string> = {
  tmpfs: 'mount -t tmpfs tmpfs "$0"',
  ext4: 'mkfs.ext4 -q "$1" && mount -t ext4 -o loop "$1" "$0"',
  vfat: 'mkfs.vfat "$1" && mount -t vfat -o loop "$1" "$0"',
  fuse: 'exec 3<>/dev/fuse && mount -i -t fuse -o fd=3,rootmode=40000,user_id=0,group_id=0 trial "$0"',
  'fuse as FAT': 'exec 3<>/dev/fuse && mount -i -t fuse -o fd=3,rootmode=40000,user_id=0,group_id=0 trial "$0"',
};

/** A program that can be installed, for people; undefined if all are there. */
function missingProgram(kind: FileSystem): string | undefined {
  if (kind === 'ext4' || kind === 'vfat') return hasProgram(images[kind][0]) ? undefined : images[kind][0];
  const isThere = kind === 'tmpfs' || spawnSync(python, ['-c', 'import fusepy']).status === 0;
  return isThere ? undefined : 'python3-fusepy';
}

const known = new Map<FileSystem, boolean>();

/** Only Linux has such mounts, only root may make them, and not every kernel or container lets it. */
function canMount(kind: FileSystem): boolean {
  const can = known.get(kind) ?? (process.platform === 'linux' && process.getuid?.() === 0 && tryMount(kind));
  known.set(kind, can);
  return can;
}

function tryMount(kind: FileSystem): boolean {
  const directory = mkdtempSync(join(tmpdir(), 'intray-mount-'));
  const image = join(directory, 'image');
  mkdirSync(join(directory, 'at'));
  execFileSync('truncate', ['-s', '4M', image]);
  const { status } = spawnSync('unshare', ['--mount', 'sh', '-c', trials[kind], join(directory, 'at'), image]);
  rmSync(directory, { recursive: true });
  return status === 0;
}

/**
 * A test that mounts. A program that is missing makes it fail where nothing may be skipped (`itUnlessMissing`); a system that
 * does not let it mount skips it by name, whatever is installed.
 */
export function itOn(kind: FileSystem, name: string, body: (context: TestContext) => Promise<void>): void {
  const missing = canMount('tmpfs') ? missingProgram(kind) : undefined;
  if (missing === undefined && !canMount(kind)) it.skip(`${name} (this system lets nobody here mount ${kind})`, body);
  else itUnlessMissing(missing, name, body);
}

/** A file system that can be mounted, unmounted and mounted again. */
export interface Volume {
  mount(at: string): void;
  /** FUSE: names that answer EIO, the seconds by which FAT's times have moved. */
  faults(given: {
    readonly unreadable?: readonly string[];
    readonly unlistable?: readonly string[];
    readonly shift?: number;
  }): void;
  /** FUSE: every call to it waits from now on, or no longer. */
  hang(on: boolean): void;
}

/**
 * A mount namespace: what is mounted in it is seen by those who are started with `enter` and nobody else, and is gone with the
 * process that holds it, which does not outlive the test, however that ends.
 */
export class Mounts {
  readonly #holder: ChildProcess;
  readonly #root: string;
  readonly #servers: ChildProcess[] = [];
  #last = 0;

  private constructor(holder: ChildProcess) {
    this.#holder = holder;
    this.#root = mkdtempSync(join(tmpdir(), 'intray-volumes-'));
  }

  static async open(onTestFinished: TestContext['onTestFinished']): Promise<Mounts> {
    const holder = spawn('unshare', ['--mount', 'sh', '-c', 'echo; exec cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    const mounts = new Mounts(holder);
    onTestFinished(() => mounts.#end());
    // As udev does: a disk is known by its UUID. Nothing of this is seen outside.
    mounts.run(
      'sh',
      '-c',
      'cp -ax /dev "$0" && mount -t tmpfs dev /dev && cp -a "$0"/dev/* /dev/ && mkdir -p /dev/disk/by-uuid && for n in $(seq 0 63); do [ -e /dev/loop$n ] || mknod /dev/loop$n b 7 $n; done',
      mounts.#root,
    );
    return mounts;
  }

  /** Put before a command, it sees what is mounted here. It dies with this process. */
  get enter(): readonly string[] {
    return ['setpriv', '--pdeathsig', 'KILL', 'nsenter', `--mount=/proc/${this.#holder.pid}/ns/mnt`, '--'];
  }

  /** A path as it is here, for those who are not: for this process. */
  seen(path: string): string {
    return `/proc/${this.#holder.pid}/root${path}`;
  }

  run(...command: readonly string[]): string {
    const [program = '', ...args] = [...this.enter, ...command];
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Whatever is open there is waited for, as by a person who tries again. */
  async unmount(at: string): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        this.run('umount', at);
        return;
      } catch (error) {
        if (tries === 100) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  volume(kind: FileSystem, { megabytes = 16, hasUuid = true } = {}): Volume {
    const id = ++this.#last;
    const path = join(this.#root, String(id));
    const faults = `${path}.json`;
    const not = () => {
      throw new Error(`${kind} has no such switch.`);
    };
    if (kind === 'tmpfs') return { mount: (at) => void this.run('mount', '-t', kind, `volume${id}`, at), faults: not, hang: not };
    if (kind === 'ext4' || kind === 'vfat') {
      execFileSync('truncate', ['-s', `${megabytes}M`, path]);
      const [program, ...args] = [...images[kind], serial[kind](id), path];
      // Two that are made within a second would have their roots from the same time.
      const env = { ...process.env, E2FSPROGS_FAKE_TIME: String(1_700_000_000 + id) };
      execFileSync(program, args, { stdio: 'ignore', env });
      return {
        mount: (at) => {
          const device = this.run('losetup', '--find', '--show', path).trim();
          this.run('mount', '-t', kind, device, at);
          this.run('losetup', '--detach', device);
          if (hasUuid)
            this.run('sh', '-c', 'cd /dev/disk/by-uuid; find . -lname "$0" -delete; ln -sfn "$0" "$1"', device, serial[kind](id));
        },
        faults: not,
        hang: not,
      };
    }
    mkdirSync(path);
    let server: ChildProcess | undefined;
    const volume: Volume = {
      mount: (at) => {
        const script = join(import.meta.dirname, 'switchable-fuse.py');
        const [program = '', ...args] = [...this.enter, python, script, path, at, faults, ...(kind === 'fuse' ? [] : ['--fat'])];
        server = spawn(program, args, { stdio: 'ignore' });
        this.#servers.push(server);
        for (let tries = 0; !this.run('cat', '/proc/self/mountinfo').includes(` ${at} `); tries += 1) {
          if (tries === 200) throw new Error(`${basename(script)} does not mount.`);
          execFileSync('sleep', ['0.05']);
        }
      },
      faults: (given) => writeFileSync(faults, JSON.stringify(given)),
      hang: (on) => void server?.kill(on ? 'SIGSTOP' : 'SIGCONT'),
    };
    volume.faults({});
    return volume;
  }

  async #end(): Promise<void> {
    for (const server of this.#servers) server.kill('SIGKILL');
    const ended = new Promise((resolve) => this.#holder.once('close', resolve));
    this.#holder.stdin?.end();
    await ended;
    rmSync(this.#root, { recursive: true, force: true });
  }
}

export interface SmallDisk {
  /** Takes all the room that is left. */
  fill(): void;
  /** Gives it back. */
  makeRoom(): void;
  readOnly(on: boolean): void;
  unmount(): void;
}

function mount(...args: readonly string[]): void {
  execFileSync('mount', args, { stdio: 'ignore' });
}

/** Mounts a disk of so many kilobytes on a directory, which is made, where everybody sees it. */
export function mountSmallDisk(directory: string, kilobytes: number): SmallDisk {
  mkdirSync(directory, { recursive: true });
  mount('-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', directory);
  const filler = join(directory, '.filler');
  return {
    fill: () => fill(filler),
    makeRoom: () => rmSync(filler),
    readOnly: (on) => mount('-o', `remount,${on ? 'ro' : 'rw'}`, directory),
    unmount: () => void spawnSync('umount', ['-l', directory]),
  };
}

/** Writes a file that takes all the room of its disk. A disk may refuse a large piece before it is full. */
export function fill(path: string): void {
  const file = openSync(path, 'a');
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (const bytes = Buffer.alloc(size, 1); writeSync(file, bytes) === size; );
      fsyncSync(file);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
  closeSync(file);
}
