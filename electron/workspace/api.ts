import type { WindowBounds } from '../core/config/preferences.ts';
import type { ContractError, Handlers, Notice } from '../core/contract/contract.ts';
import type { About, Status } from '../core/contract/status.ts';
import type { FileFacts } from '../core/document/document.ts';
import type { Message } from '../core/messages/message.ts';
import type { Result } from '../core/result.ts';
import type { Notice as Announced } from '../engine/api.ts';
import type { Clock } from '../engine/ports.ts';
import type { LedgerReader } from '../ledger/ledger.ts';
import type { StartProcess } from '../process.ts';
import type { SandboxOptions } from '../sandbox/sandbox.ts';
import type { KeyStore } from '../settings/keychain.ts';
import type { Redaction } from '../settings/redact.ts';
import type { SettingsStore } from '../settings/stored-settings.ts';
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
  readonly about: Pick<About, 'host' | 'version' | 'can'>;
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
  /** Hears whatever the engine announces. @param ledger its ledger */
  readonly onAnnounced?: ((notice: Announced, ledger: LedgerReader) => void) | undefined;
  /** Default: the system's. */
  readonly clock?: Clock;
  /** Reads strangers' documents. Closed with the workspace. Default: one of its own. */
  readonly parser?: Parser;
  /** Starts processes: one for each volume that may hang, and those that read strangers' documents. Default: children of Node; Electron's start in its main process alone. */
  readonly startProcess?: StartProcess;
  /** Changes to the embedded sandbox for tests: its delays, its faults. */
  readonly sandbox?: Pick<SandboxOptions, 'delays' | 'faults' | 'pagesPerMonth' | 'documents' | 'seed'>;
}

/** What `preview/<id>` of a window shows. */
export type Preview =
  /** The document's own file, to be served as it is, with `previewBytes`. `contentType`: one that a page can show itself. */
  | { readonly kind: 'file'; readonly contentType: string; readonly facts: FileFacts }
  /** The plain text of a document that a page cannot show itself (DOCX). */
  | { readonly kind: 'text'; readonly text: string };

/** What the tray shows: the status, and the recent results, newest first. */
export interface TraySnapshot {
  readonly status: Status;
  readonly recent: readonly RecentResult[];
}

/** An engine with its settings and its key on one data directory, and the answers to the window's requests. */
export interface Workspace {
  /**
   * An answer to every request of the contract. What only a host can do (`chooseFolder`, `chooseFiles`, `openFile`) is
   * refused as `unavailable`; the host replaces those answers.
   */
  readonly handlers: Handlers;
  /** At most ten notices a second. The answer ends it. */
  onNotice(listener: (notice: Notice) => void): () => void;
  /** What a window shows of a document: a file in its folder, which is no link, with the document's own content. */
  preview(documentId: number): Promise<Result<Preview, ContractError>>;
  /**
   * Up to `length` bytes from `position` of the file that `preview` answered with. Refused once another is in its place: hosts
   * get no path to open, which could lead elsewhere by then.
   */
  previewBytes(
    documentId: number,
    facts: FileFacts,
    position: number,
    length: number,
  ): Promise<Result<Uint8Array, ContractError>>;
  tray(): TraySnapshot;
  /** The path of a document's file or output, for the host's `openFile`; checked as in `preview`, at that moment. */
  fileOf(documentId: number, what: 'source' | 'json' | 'csv'): Promise<Result<{ readonly path: string }, ContractError>>;
  /** The network has changed: whatever waits for it is tried now. */
  networkChanged(): void;
  /** The computer woke up. */
  wake(): void;
  /** Stores the window's position and size. */
  keepWindow(bounds: WindowBounds): void;
  readonly windowBounds: WindowBounds | undefined;
  /** Why the workspace cannot work: another Intray holds the data directory, or the ledger cannot be opened. The status line says so too. */
  readonly trouble: { readonly kind: 'held' | 'ledger' | 'data'; readonly message: Message } | undefined;
  /** Logs a fault of the program; for `answerRequest`. */
  fault(name: string, fault: unknown): void;
  /** Starts nothing new, finishes what is being written, and releases everything, within five seconds. */
  close(): Promise<void>;
}
