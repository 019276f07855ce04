import { asksForKey } from '../core/account/gate.ts';
import type { CheckedInput, ContractError, RequestName, RequestOutput } from '../core/contract/contract.ts';
import { type Message, say } from '../core/messages/message.ts';
import { MessageError } from '../core/messages/message-error.ts';
import type { Engine } from '../engine/api.ts';
import type { SharedDisk } from '../engine/disk/shared-disk.ts';
import type { Clock } from '../engine/ports.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Service } from '../service/service.ts';
import type { View } from '../view/view.ts';
import type { WorkspaceWorld } from './api.ts';
import type { EngineKeeper } from './engine/engine-keeper.ts';
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
  readonly parser: Parser;
  readonly plans: FolderPlans;
  /** The address of the service that was chosen, as a client's `origin`; undefined before one was. */
  readonly origin: () => string | undefined;
  /**
   * Aborts a call that a window waits for, after so many milliseconds or when the workspace closes. `late`: a call that
   * costs pages; when the workspace closes, its answer is waited for a little.
   */
  readonly signal: (milliseconds: number, when?: 'late') => AbortSignal;
  /** Runs `work` with a client of the chosen service, whether or not an engine runs. @throws RequestRefused before one was chosen */
  readonly withService: <Value>(work: (service: Service) => Promise<Value>) => Promise<Value>;
}

/** A request that is not done: thrown wherever that is found out, and answered. */
export class RequestRefused extends MessageError {
  override readonly name = 'RequestRefused';
  readonly error: ContractError;

  constructor(error: ContractError) {
    super(error.message);
    this.error = error;
  }
}

/** @throws RequestRefused: it cannot be done, now or at all */
export function unavailable(message: Message): never {
  throw new RequestRefused({ kind: 'unavailable', message });
}

/** @throws RequestRefused: the input is well formed but cannot be used; the message is shown at its member */
export function invalid(field: string, message: Message): never {
  throw new RequestRefused({ kind: 'invalid-input', message, field });
}

/** What a workspace answers each request with. @throws RequestRefused */
export type Answers = {
  readonly [Name in RequestName]: (input: CheckedInput<Name>) => RequestOutput<Name> | Promise<RequestOutput<Name>>;
};

/** Refuses a list in which something stands that stands in it before. @throws RequestRefused at `field` of its place in the list */
export function refuseTwice<Item>(
  items: readonly Item[],
  of: (item: Item) => unknown,
  list: string,
  field: string,
  message: Message,
): void {
  const twice = items.findIndex((item, index) => items.findIndex((other) => of(other) === of(item)) < index);
  if (twice >= 0) invalid(`${list}.${twice}.${field}`, message);
}

function whyNone({ stopped }: WorkspaceContext['keeper']): Message {
  return stopped ?? say('workspace.starting');
}

/** @throws RequestRefused if none is open */
export function ledgerOf({ keeper }: WorkspaceContext): Ledger {
  return keeper.session?.ledger ?? unavailable(whyNone(keeper));
}

/** @throws RequestRefused if none is open */
export function viewOf({ keeper }: WorkspaceContext): View {
  return keeper.view ?? unavailable(whyNone(keeper));
}

/** The one way to files that a window asks for; a window's paths go through `resolve` once. @throws RequestRefused without a ledger */
export function filesOf({ keeper }: Pick<WorkspaceContext, 'keeper'>): SharedDisk {
  return keeper.session?.files ?? unavailable(whyNone(keeper));
}

/** @throws RequestRefused if none runs */
export function engineOf({ keeper, origin }: WorkspaceContext): Engine {
  return keeper.running?.engine ?? unavailable(origin() === undefined ? (keeper.stopped ?? noService) : whyNone(keeper));
}

/** @throws RequestRefused if it is not watched, or no more */
export function watchedFolder({ folders }: Pick<WorkspaceContext, 'folders'>, id: number): ListedFolder {
  return folders.byId(id) ?? notWatched();
}

export function notWatched(): never {
  unavailable(say('workspace.folder.notWatched'));
}

export const noService = say('workspace.noService');

/** The address of the chosen service. @throws RequestRefused before one was chosen */
export function chosenService({ origin }: Pick<WorkspaceContext, 'origin'>): string {
  return origin() ?? unavailable(noService);
}

/** Asks the keychain again if the key in use is refused or missing. Whether another one counts now. */
export async function refreshKey({ keys, keeper, origin, sandbox }: WorkspaceContext): Promise<boolean> {
  const chosen = origin();
  if (chosen === undefined || chosen === sandbox.running?.url || keys.where(chosen) === 'environment') return false;
  const gate = keeper.running?.engine.status().gate;
  return (gate !== undefined && asksForKey(gate)) || keys.current(chosen) === undefined ? keys.load(chosen) : false;
}
