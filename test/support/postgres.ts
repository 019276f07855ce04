/**
 * A PostgreSQL of its own for a test: a new cluster in a temporary directory on 127.0.0.1 and a Unix socket, run by a user
 * without rights, and stopped at the end.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { hasProgram, itUnlessMissing } from './programs.ts';

/** Debian keeps the server's programs off the PATH. */
const debian = globSync('/usr/lib/postgresql/*/bin/pg_ctl')
  .sort()
  .at(-1)
  ?.replace(/pg_ctl$/, '');

const programs = hasProgram('pg_ctl') ? '' : debian;

/** A test that needs PostgreSQL. */
export function itWithPostgres(name: string, body: (context: TestContext) => Promise<void>): void {
  itUnlessMissing(programs === undefined ? 'PostgreSQL' : undefined, name, body);
}

export const hasPostgres = programs !== undefined;

/** PostgreSQL refuses to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

export class Cluster {
  readonly #directory: string;
  readonly port: number;

  private constructor(directory: string, port: number) {
    this.#directory = directory;
    this.port = port;
  }

  /** @throws Error if it does not start */
  static async start(): Promise<Cluster> {
    const directory = mkdtempSync(join(tmpdir(), 'intray-postgres-'));
    if (nobody !== undefined) chownSync(directory, nobody.uid, nobody.gid);
    const cluster = new Cluster(directory, await freePort());
    cluster.#run('initdb', '-D', cluster.#data, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions');
    cluster.up();
    cluster.sql('CREATE ROLE intray LOGIN', 'postgres');
    cluster.sql('CREATE DATABASE intray', 'postgres');
    return cluster;
  }

  get #data(): string {
    return join(this.#directory, 'data');
  }

  up(): void {
    const options = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${this.#directory}`;
    this.#run('pg_ctl', '-D', this.#data, '-w', '-l', join(this.#directory, 'log'), '-o', options, 'start');
  }

  /** Without a farewell to those who are connected; `immediate` is a crash. */
  down(mode: 'fast' | 'immediate' = 'fast'): void {
    this.#run('pg_ctl', '-D', this.#data, '-w', '-m', mode, 'stop');
  }

  /** As the owner. Returns what it prints, without decoration. */
  sql(text: string, database = 'intray'): string {
    const target = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'owner', '-d', database];
    return this.#run('psql', ...target, '-X', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', text).trim();
  }

  /** From now on those who come over the network need a password, or none does. */
  askForPasswords(asks: boolean): void {
    const method = asks ? 'scram-sha-256' : 'trust';
    writeFileSync(join(this.#data, 'pg_hba.conf'), `local all all trust\nhost all owner all trust\nhost all all all ${method}\n`);
    this.sql('SELECT pg_reload_conf()');
  }

  /**
   * From now on the server offers encryption, with a certificate for `localhost` that an authority of its own has signed.
   * @returns the file with the authority's certificate
   */
  encrypt(): string {
    const at = (name: string) => join(this.#directory, name);
    const openssl = (...args: readonly string[]) => this.#run('/usr/bin/openssl', ...args);
    const fresh = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
    openssl(...fresh, '-subj', '/CN=authority', '-keyout', at('authority.key'), '-out', at('authority.crt'));
    const signed = ['-CA', at('authority.crt'), '-CAkey', at('authority.key'), '-addext', 'subjectAltName=DNS:localhost'];
    openssl(...fresh, '-subj', '/CN=localhost', ...signed, '-keyout', at('server.key'), '-out', at('server.crt'));
    chmodSync(at('server.key'), 0o600);
    for (const [name, value] of Object.entries({ ssl_cert_file: at('server.crt'), ssl_key_file: at('server.key'), ssl: 'on' }))
      this.sql(`ALTER SYSTEM SET ${name} = '${value}'`);
    this.sql('SELECT pg_reload_conf()');
    return at('authority.crt');
  }

  /** @param port of a gate before it */
  address(user: string, port = this.port): string {
    return `postgres://${user}@127.0.0.1:${port}/intray`;
  }

  /** What the server has written to its log so far. */
  log(): string {
    return readFileSync(join(this.#directory, 'log'), 'utf8');
  }

  end(): void {
    if (existsSync(join(this.#data, 'postmaster.pid'))) this.down('immediate');
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #run(program: string, ...args: readonly string[]): string {
    return execFileSync(program.startsWith('/') ? program : `${programs}${program}`, args, {
      encoding: 'utf8',
      cwd: this.#directory,
      stdio: ['ignore', program === 'pg_ctl' ? 'ignore' : 'pipe', program === 'pg_ctl' ? 'ignore' : 'pipe'],
      ...nobody,
    }) as string;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
