import type { ContractError } from '../core/contract/contract.ts';
import { type Message, say } from '../core/messages/message.ts';
import { MessageError } from '../core/messages/message-error.ts';
import { err } from '../core/result.ts';
import type { Engine } from '../engine/api.ts';
import type { SharedDisk } from '../engine/disk/shared-disk.ts';
import type { Clock } from '../engine/ports.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Service } from '../service/service.ts';
import type { View } from '../view/view.ts';
import type { WorkspaceWorld } from './api.ts';
import type { EngineKeeper } from './engine/engine-keeper.ts';
import type { Uploads } from './engine/uploads.ts';
import type { FolderList, ListedFolder } from './folders/folder-list.ts';
import type { FolderPlans } from './folders/folder-plans.ts';
import type { Notices } from './notices.ts';
import type { Parser } from './parser/parser.ts';
import type { SandboxKeeper } from './service/sandbox-keeper.ts';
import type { KeyKeeper } from './settings/key-keeper.ts';
import type { SettingsKeeper } from './settings/settings-keeper.ts';

/** What the answers to a window's requests are made from. */
export interface WorkspaceContext {
  readonly world: WorkspaceWorld;
  readonly clock: Clock;
  readonly settings: SettingsKeeper;
  readonly keys: KeyKeeper;
  readonly sandbox: SandboxKeeper;
  readonly keeper: EngineKeeper;
  readonly folders: FolderList;
  readonly notices: Notices;
  readonly uploads: Uploads;
  readonly parser: Parser;
  readonly plans: FolderPlans;
  /** The address of the service that was chosen, as a client's `origin`; undefined before one was. */
  readonly origin: () => string | undefined;
  /**
   * Aborts a call that a window waits for, after so many milliseconds or when the workspace closes. `late`: a call that
   * costs pages; when the workspace closes, its answer is waited for a little.
   */
  readonly signal: (milliseconds: number, when?: 'late') => AbortSignal;
  /** Runs `work` with a client of the chosen service, whether or not an engine runs. @throws Unavailable before one was chosen */
  readonly withService: <Value>(work: (service: Service) => Promise<Value>) => Promise<Value>;
}

export type Refused = { readonly ok: false; readonly error: ContractError };

export function unavailable(message: Message): Refused {
  return err({ kind: 'unavailable', message });
}

/** The input is well formed but cannot be used; the message is shown at its member. */
export function invalid(field: string, message: Message): Refused {
  return err({ kind: 'invalid-input', message, field });
}

/** Where in a list something stands that stands in it before; -1 if nothing does. */
export function repeated<Item>(items: readonly Item[], of: (item: Item) => unknown): number {
  return items.findIndex((item, index) => items.findIndex((other) => of(other) === of(item)) < index);
}

/** What an answer needs is not there now: the request is answered `unavailable`, with this message. */
export class Unavailable extends MessageError {
  override readonly name = 'Unavailable';
}

function whyNone({ stopped }: WorkspaceContext['keeper']): Message {
  return stopped ?? say('workspace.starting');
}

/** @throws Unavailable if none is open */
export function ledgerOf({ keeper }: WorkspaceContext): Ledger {
  if (keeper.session === undefined) throw new Unavailable(whyNone(keeper));
  return keeper.session.ledger;
}

/** @throws Unavailable if none is open */
export function viewOf({ keeper }: WorkspaceContext): View {
  if (keeper.view === undefined) throw new Unavailable(whyNone(keeper));
  return keeper.view;
}

/** The one way to files that a window asks for; a window's paths go through `resolve` once. @throws Unavailable without a ledger */
export function filesOf({ keeper }: Pick<WorkspaceContext, 'keeper'>): SharedDisk {
  if (keeper.session === undefined) throw new Unavailable(whyNone(keeper));
  return keeper.session.files;
}

/** @throws Unavailable if none runs */
export function engineOf({ keeper, origin }: WorkspaceContext): Engine {
  if (keeper.running !== undefined) return keeper.running.engine;
  throw new Unavailable(origin() === undefined ? (keeper.stopped ?? noService) : whyNone(keeper));
}

/** @throws Unavailable if it is not watched, or no more */
export function watchedFolder({ folders }: Pick<WorkspaceContext, 'folders'>, id: number): ListedFolder {
  const folder = folders.byId(id);
  if (folder === undefined) throw notWatched();
  return folder;
}

export const notWatched = () => new Unavailable(say('workspace.folder.notWatched'));

export const noService = say('workspace.noService');

/** The address of the chosen service. @throws Unavailable before one was chosen */
export function chosenService({ origin }: Pick<WorkspaceContext, 'origin'>): string {
  const chosen = origin();
  if (chosen === undefined) throw new Unavailable(noService);
  return chosen;
}
