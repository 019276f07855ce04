import { chmod } from 'node:fs/promises';
import { systemTimeZone } from '../../core/calendar.ts';
import { type Hook, type Hooks, hookNames, noHooks } from '../../core/config/hooks.ts';
import type { SetHook, UntakenEvent } from '../../core/contract/hooks.ts';
import type { HookEvent } from '../../core/hooks/hook-event.ts';
import { defined } from '../../core/plain-data.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { statusOf } from '../engine/status.ts';
import { examine } from '../health/doctor.ts';
import { type Answers, engineOf, ledgerOf, refreshKey, type WorkspaceContext } from '../workspace-context.ts';

/** So many events are shown. */
const shown = 100;

export function hookHandlers(context: WorkspaceContext) {
  return {
    hooks() {
      const ledger = ledgerOf(context);
      const events = ledger.hookEvents.list(['pending', 'given-up'], shown).map((event) => untaken(ledger, event));
      return { ...ledger.hookEvents.counts(), set: setHooks(context.settings.current.hooks ?? noHooks), events };
    },
    tellAgain({ ids }) {
      const count = ledgerOf(context).hookEvents.retry(context.clock.now(), ids);
      context.notices.status();
      return { count };
    },
  } satisfies Partial<Answers>;
}

/** The hooks, without what may be a secret in them or tells about the machine. */
function setHooks({ folders = {}, ...all }: Hooks): SetHook[] {
  const of = (hooks: Partial<Record<(typeof hookNames)[number], Hook | undefined>>, folder?: string) =>
    hookNames.flatMap((name) => {
      const hook = hooks[name];
      return hook === undefined ? [] : [{ name, ...defined({ folder }), ...targetOf(hook) }];
    });
  return [...of(all), ...Object.entries(folders).flatMap(([folder, own]) => of(own, folder))];
}

function targetOf({ program, url = '' }: Hook): Pick<SetHook, 'kind' | 'target'> {
  if (program !== undefined) return { kind: 'program', target: program[0].split(/[\\/]/).at(-1) ?? '' };
  return { kind: 'webhook', target: URL.parse(url)?.host ?? '' };
}

function untaken({ documents, folders }: Pick<Ledger, 'documents' | 'folders'>, event: HookEvent): UntakenEvent {
  const { eventId: id, name, state, attempts, nextAt, message, documentId, folderId } = event;
  const path = (documentId === 0 ? undefined : documents.get(documentId)?.path) ?? folders.get(folderId)?.path ?? '';
  return {
    ...{ id, name, path, attempts, nextAt, isGivenUp: state === 'given-up' },
    ...defined({ documentId: documentId === 0 ? undefined : documentId, message }),
  };
}

export function statusHandlers(context: WorkspaceContext) {
  const { world, keeper, notices } = context;
  const told = (answer: () => void) => {
    answer();
    notices.status();
    return {};
  };
  return {
    about() {
      const { can, ...about } = world.about;
      const asked = { chooseFolder: world.choose !== undefined, listDirectories: world.choose === undefined };
      const all = { ...can, ...asked, openFiles: world.open !== undefined };
      return { name: 'Intray', platform: process.platform, timeZone: systemTimeZone(), ...about, can: all };
    },
    status: () => statusOf(context),
    async lookNow() {
      await refreshKey(context);
      await keeper.tryAgain();
      return {};
    },
    doctor: async () => ({ checks: await examine(context) }),
    async makeDataPrivate() {
      await chmod(world.dataDirectory, 0o700);
      return {};
    },
    answerQuestion: ({ folderId, answer }) => told(() => engineOf(context).answerQuestion(folderId, answer)),
    liftBudget: (lift) => told(() => engineOf(context).liftBudget(lift)),
    decideUnverified: ({ decision }) => told(() => engineOf(context).decideUnverified(decision)),
  } satisfies Partial<Answers>;
}
