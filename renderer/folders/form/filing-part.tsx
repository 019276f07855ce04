import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import type { WatchedFolder } from '../../../electron/core/contract/folders.ts';
import { unknownFields } from '../../../electron/core/filing/filing-values.ts';
import { parseTemplate } from '../../../electron/core/filing/template.ts';
import type { FilingTrial } from '../../../electron/core/filing/trial.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { Button } from '../../components/button.tsx';
import { Field, Input } from '../../components/field.tsx';
import { Problem } from '../../components/problem.tsx';
import { ScrollList } from '../../components/scroll-list.tsx';
import { Switch } from '../../components/switch.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import { hrefOf } from '../../navigation.ts';
import { useText, useWords } from '../../words/words.tsx';
import checks from './checks.module.css';
import { useFields } from './checks-part.tsx';
import { type Draft, templateOf } from './draft.ts';
import styles from './form.module.css';
import type { PartProps } from './frame.tsx';
import { fileAwayOf } from './settings-of.ts';
import { routeOf } from './use-route-step.ts';

interface FilingPartProps extends PartProps {
  /** The folder as it is watched already. */
  readonly watched?: WatchedFolder | undefined;
}

/** Where finished documents go, and by which of their values they are named. */
export function FilingPart({ draft, change, errors, watched }: FilingPartProps) {
  const words = useWords('filing.form');
  const advanced = useWords('folders.advanced');
  const text = useText();
  const template = templateOf(draft);
  const parsed = template === undefined ? undefined : parseTemplate(template);
  const fields = useFields(draft);
  const said = parsed === undefined || fields.length === 0 ? [] : parsed.ok ? unknownFields(parsed.value, fields) : [];
  return (
    <>
      <Switch label={advanced('move')} hint={advanced('moveHint')} checked={draft.move} onChange={(move) => change({ move })} />
      {draft.move && (
        <>
          <Field className={styles.short} label={advanced('moveTo')} error={errors.moveTo}>
            <Input value={draft.moveTo} onChange={({ target }) => change({ moveTo: target.value })} />
          </Field>
          <Field
            label={words('template')}
            hint={words('templateHint', { example: '{vendor_name}/{invoice_date:yyyy}/{invoice_date}_{invoice_number}.pdf' })}
            error={errors.fileAs}
          >
            <Input spellCheck={false} value={draft.fileAs} onChange={({ target }) => change({ fileAs: target.value })} />
          </Field>
          <div role="status">
            {(parsed?.ok === false ? [parsed.error] : said).map((message) => (
              <p key={text(message)} className={styles.hint}>
                {text(message)}
              </p>
            ))}
          </div>
          {template !== undefined && (
            <Switch
              label={words('waits')}
              hint={words('waitsHint')}
              checked={draft.fileWhen === 'reviewed'}
              onChange={(waits) => change({ fileWhen: waits ? 'reviewed' : 'delivered' })}
            />
          )}
          {watched !== undefined && parsed?.ok === true && <Preview draft={draft} watched={watched} />}
        </>
      )}
    </>
  );
}

/** Where the template, as it is in the form, would put the documents that are there. */
function Preview({ draft, watched }: { readonly draft: Draft; readonly watched: WatchedFolder }) {
  const words = useWords('filing.form');
  const text = useText();
  const { run, isRunning, problem } = useHostCommand('tryFiling');
  const [tried, setTried] = useState<{ readonly trial: FilingTrial; readonly of: string }>();
  const fileAway = fileAwayOf(draft);
  const wanted = JSON.stringify([fileAway, draft.dates, draft.choice]);
  const start = async (): Promise<void> => {
    const dates = draft.dates === '' ? {} : { dates: draft.dates };
    const answer = await run({ id: watched.id, route: routeOf(draft), ...dates, fileAway });
    if (answer.ok) setTried({ trial: answer.value, of: wanted });
  };
  const trial = tried?.trial;
  return (
    <div className={checks.trial}>
      <div className={checks.actions}>
        <Button size="small" icon={<FlaskConical aria-hidden />} busy={isRunning} onClick={() => void start()}>
          {words('try')}
        </Button>
        <span className={styles.hint}>{words('tryHint')}</span>
      </div>
      <Problem problem={problem} />
      <div role="status">
        {trial !== undefined && (
          <p>
            {text(say(trial.more ? 'answers.filing.sumOfNewest' : 'answers.filing.sum', countsOf(trial)))}
            {tried?.of !== wanted && ` ${words('changedSince')}`}
          </p>
        )}
      </div>
      {trial !== undefined && trial.documents.length > 0 && (
        <ScrollList label={words('list')}>
          {trial.documents.map(({ id, path, to, stays }) => (
            <li key={id}>
              <a href={hrefOf({ screen: 'review', documentId: id })}>{path}</a>
              <p>{stays === undefined ? `→ ${isolated(to ?? '')}` : text(stays)}</p>
            </li>
          ))}
        </ScrollList>
      )}
    </div>
  );
}

function countsOf({ filed, tried, waiting }: FilingTrial) {
  return { filed, tried, waiting };
}
