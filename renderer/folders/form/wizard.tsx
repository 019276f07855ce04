import { ArrowLeft, ArrowRight, Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent } from 'react';
import { assertNever } from '../../../electron/core/result.ts';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/field.tsx';
import { nameOf } from '../../components/folder-names.ts';
import { Problem } from '../../components/problem.tsx';
import { useToast } from '../../components/toast.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import { useHostQuery } from '../../host/use-host-query.ts';
import { go } from '../../navigation.ts';
import { useWords } from '../../words/words.tsx';
import { type Draft, emptyDraft, type Step, steps } from './draft.ts';
import { FolderPart } from './folder-part.tsx';
import styles from './form.module.css';
import { Frame, RestoredNote, StepList } from './frame.tsx';
import { ResultsPart } from './results-part.tsx';
import { RoutePart } from './route-part.tsx';
import { settingsOf } from './settings-of.ts';
import { useDraft } from './use-draft.ts';
import { type FolderForm, useForm } from './use-form.tsx';
import { useInspection } from './use-inspection.ts';
import { routeActionOf } from './use-route-step.ts';

/**
 * Adds a folder in three steps, and shows its documents then. Entries are kept wherever the person goes meanwhile.
 *
 * @param path a dropped folder
 */
export function Wizard({ path }: { readonly path: string | undefined }) {
  const all = useWords('folders');
  const words = useWords('folders.form');
  const common = useWords('common');
  const toast = useToast();
  const { data: status } = useHostQuery('status', {});
  const isSandbox = status?.sandbox === true;
  const kept = useDraft('add', () => emptyDraft());
  const form = useForm(kept);
  const { draft, change, errors, frame } = form;
  const inspection = useInspection(draft.path, draft.recursive, undefined);
  const inspect = useHostCommand('inspectFolder');
  const add = useHostCommand('addFolder', ['folders', 'status']);
  const part = { draft, change, errors };
  const isBusy = inspect.isRunning || add.isRunning || form.routeStep.isRunning;
  useDroppedPath(path, kept.change);
  useSandboxRoute(form, isSandbox);
  useFocusOnStep(draft.step, frame);
  const position = steps.indexOf(draft.step);

  const goOn = async (): Promise<void> => {
    if (isBusy || !form.isSound(draft.step)) return;
    switch (draft.step) {
      case 'folder': {
        const answer = await inspect.run({ path: draft.path.trim(), recursive: draft.recursive });
        if (!answer.ok) form.refuse(answer.error);
        else if (answer.value.problem !== undefined)
          form.refuse({ kind: 'invalid-input', message: answer.value.problem, field: 'path' });
        else change({ path: answer.value.path, step: 'route' });
        return;
      }
      case 'route':
        if ((await form.toRoute()) !== undefined) change({ step: 'results' });
        return;
      case 'results':
        return addFolder();
      default:
        return assertNever(draft.step);
    }
  };
  const addFolder = async (): Promise<void> => {
    const settings = settingsOf(draft);
    if (!settings.ok) return;
    const answer = await add.run({
      settings: settings.value,
      ...(inspection.found !== undefined && { countedAt: inspection.found.countedAt }),
    });
    if (!answer.ok) {
      const step = form.refuse(answer.error);
      // Go to the step where it can be corrected; the error stays there.
      if (step !== undefined) kept.change({ step });
      return;
    }
    kept.discard();
    toast({ text: all('added', { name: nameOf(draft.path) }) });
    go({ screen: 'queue', folderId: answer.value.id });
  };
  const action = draft.step === 'route' ? routeActionOf(draft) : 'next';
  const isLast = draft.step === 'results';
  return (
    <Frame title={words(status?.folders.length === 0 ? 'firstTitle' : 'addTitle')}>
      <StepList now={draft.step} onGo={(step) => change({ step })} />
      {kept.isRestored && <RestoredNote onStartOver={kept.discard} />}
      <Form data-work ref={frame} className={styles.form} onSubmit={() => void goOn()} onKeyDown={leaveOnEscape}>
        {draft.step === 'folder' && <FolderPart {...part} inspection={inspection} />}
        {draft.step === 'route' && <RoutePart {...part} isSandbox={isSandbox} />}
        {isLast && <ResultsPart {...part} inspection={inspection} isSandbox={isSandbox} />}
        <Problem problem={form.problem} />
        <footer className={styles.foot}>
          {position === 0 ? (
            <Button kind="quiet" onClick={() => go({ screen: 'folders' })}>
              {common('cancel')}
            </Button>
          ) : (
            <Button icon={<ArrowLeft />} onClick={() => change({ step: steps[position - 1] ?? 'folder' })}>
              {common('back')}
            </Button>
          )}
          <Button type="submit" kind="primary" busy={isBusy} {...(isLast && { icon: <Check /> })}>
            {isBusy ? words('working') : isLast ? words('addNow') : action === 'next' ? common('next') : words(action)}
            {!isLast && !isBusy && action === 'next' && <ArrowRight />}
          </Button>
        </footer>
      </Form>
    </Frame>
  );
}

/** Entries are kept, so Escape needs no confirmation. */
export function leaveOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  go({ screen: 'folders' });
}

/** Takes over the path of a dropped folder once, even in a restored draft, and removes it from the address. */
function useDroppedPath(path: string | undefined, change: (changes: Partial<Draft>) => void): void {
  useEffect(() => {
    if (path === undefined || path === '') return;
    change({ path, step: 'folder' });
    go({ screen: 'folders', adding: true }, 'replace');
  }, [path, change]);
}

/** In the sandbox, its own extraction is the obvious route: it is preselected. */
function useSandboxRoute({ draft, change }: FolderForm, isSandbox: boolean): void {
  const { data: routes } = useHostQuery('routes', {});
  const [first] = routes ?? [];
  const isOpen = draft.step === 'route' && draft.choice === '' && isSandbox;
  const choose = useEffectEvent((choice: string): void => change({ choice }));
  useEffect(() => {
    if (isOpen && first !== undefined) choose(`${first.route.kind}:${first.route.id}`);
  }, [isOpen, first]);
}

/** Focuses the first control of each step, so that Enter continues. */
function useFocusOnStep(step: Step, frame: FolderForm['frame']): void {
  useEffect(() => {
    const wanted: Readonly<Record<Step, readonly string[]>> = {
      folder: ['input'],
      route: ['input:checked', 'input'],
      // Enter would toggle a switch.
      results: ['input[type="radio"]:checked:not(details *)', '[type="submit"]'],
    };
    for (const selector of wanted[step]) {
      const found = frame.current?.querySelector<HTMLElement>(selector);
      if (found === null || found === undefined) continue;
      found.focus();
      return;
    }
  }, [step, frame]);
}
