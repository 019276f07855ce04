import type { WindowPlace } from '../core/config/preferences.ts';
import type { ContractError, Handlers, Notice } from '../core/contract/contract.ts';
import type { About, Status } from '../core/contract/status.ts';
import type { Message } from '../core/messages/message.ts';
import type { Result } from '../core/result.ts';
import type { Clock } from '../engine/ports.ts';
import type { SandboxOptions } from '../sandbox/sandbox.ts';
import type { KeyStore } from '../settings/keychain.ts';
import type { Redaction } from '../settings/redact.ts';
import type { SettingsStore } from '../settings/store.ts';
import type { RecentResult } from './documents/recent-results.ts';

/** What a workspace stands on, in one argument: the context in which hosts and tests differ. */
export interface WorkspaceWorld {
  /** Absolute; made if it is not there. One workspace (or engine) at a time works in it. */
  readonly dataDirectory: string;
  readonly store: SettingsStore;
  readonly keys: KeyStore;
  /** What INTRAY_API_KEY holds: it wins over the keychain, and is kept nowhere. */
  readonly environmentKey?: string;
  /** Takes secrets out of the log and the diagnostics. */
  readonly redaction: Redaction;
  /** What this host is and can do, for `about`. */
  readonly about: Pick<About, 'host' | 'version' | 'can'>;
  /** The name of the user, for the trail of changes. */
  readonly by: string;
  /** Absolute path of `resources/samples`. */
  readonly samplesDirectory: string;
  /** BCP 47, for the CSV's delimiter. */
  readonly locale: string;
  /** The person's home, where a chooser of folders begins. */
  readonly home: string;
  /**
   * The proxy for an address, e.g. `http://proxy:3128`, as the system has it; undefined for none. Asked when the engine
   * starts and when the network changes. Without this member the environment's proxies count (HTTPS_PROXY).
   */
  readonly proxyFor?: (url: string) => Promise<string | undefined>;
  /** Part of `Status.warnings` from the start. */
  readonly warnings?: readonly Message[];
  /** The log has all details. */
  readonly verbose?: boolean;
  /** Default: the system's. */
  readonly clock?: Clock;
  /** How the embedded sandbox differs from the product's, for tests: its delays, its faults. */
  readonly sandbox?: Pick<SandboxOptions, 'delays' | 'faults' | 'pagesPerMonth' | 'documents' | 'seed'>;
}

/** What `preview/<id>` of a window shows. */
export type Preview =
  /** The document's own file, to be served as it is. */
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly contentType: 'application/pdf' | 'image/png' | 'image/jpeg';
      readonly size: number;
    }
  /** The text of a document that a page cannot show itself (DOCX); plain, to be shown as text. */
  | { readonly kind: 'text'; readonly text: string };

/** What a tray shows: the status, and the results that were delivered last, newest first. */
export interface TraySnapshot {
  readonly status: Status;
  readonly recent: readonly RecentResult[];
}

/** An engine with its settings and its key on one data directory, and the answers to the window's requests. */
export interface Workspace {
  /**
   * An answer to every request of the contract. What only a host can do (`chooseFolder`, `chooseFiles`, `openFile`) is
   * refused as `unavailable`: the host puts its own in their place.
   */
  readonly handlers: Handlers;
  /** At most ten notices a second. The answer ends it. */
  onNotice(listener: (notice: Notice) => void): () => void;
  /** What a window shows of a document's page. A path in the answer was checked: it lies in its folder, through no link, and is the document's own content. */
  preview(documentId: number): Promise<Result<Preview, ContractError>>;
  tray(): TraySnapshot;
  /** Where a document's file or output lies, for the host's `openFile`; checked as `preview` is. */
  fileOf(documentId: number, what: 'source' | 'json' | 'csv'): Promise<Result<{ readonly path: string }, ContractError>>;
  /** The network has changed: what waits for it is tried now. */
  networkChanged(): void;
  /** The machine woke up. */
  wake(): void;
  /** Keeps where the window is. */
  keepWindow(place: WindowPlace): void;
  readonly windowPlace: WindowPlace | undefined;
  /** Why nothing can be worked on: another Intray holds the data directory, or the ledger cannot be opened. Also said by the status line. */
  readonly trouble: { readonly kind: 'held' | 'ledger' | 'data'; readonly message: Message } | undefined;
  /** Puts a fault of the program into the log: for `answerRequest`. */
  fault(name: string, fault: unknown): void;
  /** Begins nothing new, finishes what is being written, and lets go of everything: within five seconds. */
  close(): Promise<void>;
}
