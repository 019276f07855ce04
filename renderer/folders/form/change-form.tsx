import { Check } from 'lucide-react';
import { useState } from 'react';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { SettingsTrial } from '../../../electron/core/config/trial.ts';
import type { Applicable, WatchedFolder } from '../../../electron/core/contract/folders.ts';
import { sameJson } from '../../../electron/core/plain-data.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Form } from '../../components/field.tsx';
import { Problem } from '../../components/problem.tsx';
import { useToast } from '../../components/toast.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import { useHostQuery } from '../../host/use-host-query.ts';
import { go } from '../../navigation.ts';
import { useWords } from '../../words/words.tsx';
import { ApplyDialog } from './apply-dialog.tsx';
import { draftOf } from './draft.ts';
import { FolderPart } from './folder-part.tsx';
import styles from './form.module.css';
import { Frame, RestoredNote } from './frame.tsx';
import { ResultsPart } from './results-part.tsx';
import { RoutePart } from './route-part.tsx';
import { settingsOf } from './settings-of.ts';
import { TrialSums, TriedDocuments } from './trial.tsx';
import { useDraft } from './use-draft.ts';
import { useForm } from './use-form.tsx';
import { useInspection } from './use-inspection.ts';
import { routeActionOf } from './use-route-step.ts';
import { leaveOnEscape } from './wizard.tsx';

/** The form for a watched folder: all steps of the wizard on one page. */
export function ChangeForm({ folder }: { readonly folder: WatchedFolder }) {
  const words = useWords('folders.form');
  const common = useWords('common');
  const checkWords = useWords('checks.form');
  const toast = useToast();
  const { data: status } = useHostQuery('status', {});
  const isSandbox = status?.sandbox === true;
  const kept = useDraft(`change-${folder.id}`, () => draftOf(folder.settings));
  const form = useForm(kept);
  const { draft, change, errors, frame } = form;
  const inspection = useInspection(draft.path, draft.recursive, folder.settings.path);
  const update = useHostCommand('updateFolder', ['folders', 'status']);
  const trySettings = useHostCommand('trySettings');
  const applySettings = useHostCommand('applySettings');
  const checkAgain = useHostCommand('checkAgain', ['status']);
  /** What the changed checks say of older documents: the person is asked what becomes of them. */
  const [trial, setTrial] = useState<{ readonly outcome: SettingsTrial; readonly of: FolderSettings }>();
  /** Documents that went another way before: the person is asked, too. */
  const [applicable, setApplicable] = useState<Applicable>();
  const isBusy = update.isRunning || trySettings.isRunning || applySettings.isRunning || form.routeStep.isRunning;
  const action = routeActionOf(draft);
  const wrong = Object.values(errors).filter(Boolean).length;
  const part = { draft, change, errors };

  const save = async (): Promise<void> => {
    if (isBusy || !form.isSound('folder', 'route', 'results')) return;
    const route = await form.toRoute();
    if (route === undefined) return;
    const read = settingsOf(draft, route);
    if (!read.ok) return;
    const settings = read.value;
    const answer = await update.run({ id: folder.id, settings });
    if (!answer.ok) return void form.refuse(answer.error);
    kept.discard();
    toast({ text: words('changed') });
    const isElsewhere = !sameJson([settings.route, settings.next], [folder.settings.route, folder.settings.next]);
    const earlier = isElsewhere ? await applySettings.run({ id: folder.id }) : undefined;
    const isAsked = earlier?.ok === true && earlier.value.documents > 0;
    if (isAsked) setApplicable(earlier.value);
    const of: FolderSettings = { ...settings, fileAway: { kind: 'leave' } };
    const trial = sameJson(settings.checks, folder.settings.checks)
      ? undefined
      : await trySettings.run({ id: folder.id, settings: of });
    if (trial?.ok === true && trial.value.checked > 0) setTrial({ outcome: trial.value, of });
    else if (!isAsked) leave();
  };
  const leave = (): void => go({ screen: 'folders' });
  const again = async (): Promise<void> => {
    const answer = await checkAgain.run({ id: folder.id });
    if (!answer.ok) return;
    toast({ text: checkWords('checkingAgain') });
    leave();
  };
  return (
    <Frame title={words('changeTitle')}>
      {kept.isRestored && <RestoredNote onStartOver={kept.discard} />}
      <Form data-work ref={frame} className={styles.form} onSubmit={() => void save()} onKeyDown={leaveOnEscape}>
        <FolderPart {...part} inspection={inspection} />
        <RoutePart {...part} isSandbox={isSandbox} />
        <ResultsPart {...part} inspection={inspection} isSandbox={isSandbox} watched={folder} />
        <Problem problem={form.problem} />
        <footer className={styles.foot}>
          <Button kind="quiet" onClick={() => go({ screen: 'folders' })}>
            {common('cancel')}
          </Button>
          <p className={styles.wrongCount} role="status">
            {wrong > 0 && words('wrongSomewhere', { count: wrong })}
          </p>
          <Button type="submit" kind="primary" busy={isBusy} icon={<Check />}>
            {isBusy ? words('working') : action === 'next' ? words('saveNow') : words(action)}
          </Button>
        </footer>
      </Form>
      {applicable !== undefined && (
        <ApplyDialog
          folder={folder.id}
          applicable={applicable}
          onClose={() => {
            setApplicable(undefined);
            if (trial === undefined) leave();
          }}
        />
      )}
      {applicable === undefined && trial !== undefined && (
        <Confirm
          title={checkWords('againTitle')}
          size="normal"
          other={checkWords('leaveOlder')}
          action={checkWords('checkOlder')}
          busy={checkAgain.isRunning}
          onClose={leave}
          onConfirm={() => void again()}
        >
          <p>{checkWords('againAbout')}</p>
          <TrialSums trial={trial.outcome} of={trial.of} />
          <TriedDocuments trial={trial.outcome} />
          <Problem problem={checkAgain.problem} />
        </Confirm>
      )}
    </Frame>
  );
}
