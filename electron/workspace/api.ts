import type { About, Status } from '../core/contract/status.ts';
import type { Message } from '../core/messages/message.ts';
import type { Result } from '../core/result.ts';
import type { Engine, Notice } from '../engine/api.ts';
import type { Clock } from '../engine/ports.ts';
import type { LedgerReader } from '../ledger/ledger.ts';
import type { StartProcess } from '../process.ts';
import type { SandboxOptions } from '../sandbox/sandbox.ts';
import type { KeyStore } from '../settings/keychain.ts';
import type { Redaction } from '../settings/redact.ts';
import type { SettingsStore } from '../settings/stored-settings.ts';
import type { DataDirectorySession } from './data-directory-session.ts';
import type { RecentResult } from './documents/recent-results.ts';
import type { Parser } from './parser/parser.ts';
import type { RuledSettings } from './settings/settings-keeper.ts';

/** All that a workspace needs, as one argument: hosts and tests differ in nothing else. */
export interface WorkspaceWorld {
  /** Absolute; created if missing. One workspace (or engine) at a time works in it. */
  readonly dataDirectory: string;
  readonly store: SettingsStore;
  /** The config file that says which folders are watched, and how: a window may not change that. */
  readonly ruled?: RuledSettings | undefined;
  readonly keys: KeyStore;
  /** The value of INTRAY_API_KEY: it takes precedence over the keychain, and is stored nowhere. */
  readonly environmentKey?: string;
  /** The value of INTRAY_URL: the one address that the environment's key goes to. Default: the settings', else the first chosen. */
  readonly environmentUrl?: string;
  /** Removes secrets from the log and the diagnostics. */
  readonly redaction: Redaction;
  /** What this host is and can do, for `about`. */
  readonly about: Pick<About, 'host' | 'version'> & { readonly can: Pick<About['can'], 'startAtLogin' | 'notifications'> };
  /** The system's own chooser; nothing was chosen: an empty list. Without this member, a window lists directories itself. */
  readonly choose?: (title: string, what: 'folder' | 'files') => Promise<readonly string[]>;
  /** Opens something in its program, or shows it in its directory: why it did not. Without this member, nothing can be opened from here. */
  readonly open?: ((path: string, how: 'open' | 'show') => Message | undefined | Promise<Message | undefined>) | undefined;
  /** The user's name, for the history of changes. */
  readonly by: string;
  /** Absolute path of `resources/samples`. */
  readonly samplesDirectory: string;
  /** BCP 47, for the CSV's delimiter. */
  readonly locale: string;
  /** The user's home directory, where the folder dialog starts. */
  readonly home: string;
  /**
   * Where a window may list directories, read samples and add folders, besides the home directory and the watched folders;
   * absolute. Without this member, everywhere: the window is on the desktop.
   */
  readonly roots?: readonly string[];
  /**
   * Judges the code with which a window wants to change the service's address or key; the value uses the code up. Without
   * this member, a window needs none.
   */
  readonly approve?: (code: string | undefined) => Result<() => void, Message>;
  /**
   * The system's proxy for an address, e.g. `http://proxy:3128`; undefined for none. Called when the engine starts and when
   * the network changes. Without this member the environment's proxy is used (HTTPS_PROXY).
   */
  readonly proxyFor?: (url: string) => Promise<string | undefined>;
  /** Part of `Status.warnings` from the start. */
  readonly warnings?: readonly Message[];
  /** Logs all details. */
  readonly verbose?: boolean;
  /** Gets each line of the log too. */
  readonly alsoLog?: ((line: string) => void) | undefined;
  /** An engine is about to start. */
  readonly onBegin?: ((engine: Engine, session: DataDirectorySession) => void) | undefined;
  /** Hears whatever the engine announces. @param ledger its ledger */
  readonly onNotice?: ((notice: Notice, ledger: LedgerReader) => void) | undefined;
  /** Default: the system's. */
  readonly clock?: Clock;
  /** Reads strangers' documents. Closed with the workspace. Default: one of its own. */
  readonly parser?: Parser;
  /** Starts processes: one for each volume that may hang, and those that read strangers' documents. Default: children of Node; Electron's start in its main process alone. */
  readonly startProcess?: StartProcess;
  /** Changes to the embedded sandbox for tests: its delays, its faults. */
  readonly sandbox?: Pick<SandboxOptions, 'delays' | 'faults' | 'pagesPerMonth' | 'documents' | 'seed'>;
}

/** What the tray shows: the status, and the recent results, newest first. */
export interface TraySnapshot {
  readonly status: Status;
  readonly recent: readonly RecentResult[];
}
