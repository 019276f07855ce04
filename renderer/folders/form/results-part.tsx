import { isolated } from '../../../electron/core/messages/wording.ts';
import { routeKey } from '../../../electron/core/protocol/route.ts';
import { Field, Select } from '../../components/field.tsx';
import { Switch } from '../../components/switch.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { useFormats, useWords } from '../../words/words.tsx';
import { AdvancedSettings } from './advanced.tsx';
import choices from './choice.module.css';
import { Choices } from './choice.tsx';
import type { Draft } from './draft.ts';
import styles from './form.module.css';
import { Part, type PartProps } from './frame.tsx';
import type { Inspection } from './use-inspection.ts';
import { routeOf } from './use-route-step.ts';

interface ResultsPartProps extends PartProps {
  readonly inspection: Inspection;
  readonly isSandbox: boolean;
  /** The folder is already watched, so its earlier documents were decided about when it was added. */
  readonly isWatched: boolean;
}

/** What happens to existing documents, what is written, and how files are picked up. */
export function ResultsPart({ draft, change, errors, inspection, isSandbox, isWatched }: ResultsPartProps) {
  const words = useWords('folders.results');
  const names = useWords('folders.form');
  return (
    <Part title={names('results')} {...(!isWatched && { intro: <Summary draft={draft} /> })}>
      <Existing draft={draft} change={change} inspection={inspection} isSandbox={isSandbox} isWatched={isWatched} />
      <fieldset className={choices.choices}>
        <legend>{words('written')}</legend>
        <Switch label={words('json')} hint={words('jsonHint')} checked={draft.json} onChange={(json) => change({ json })} />
        <Switch label={words('csv')} hint={words('csvHint')} checked={draft.csv} onChange={(csv) => change({ csv })} />
        {draft.csv && (
          <Switch
            label={words('typed')}
            hint={words('typedHint')}
            checked={draft.typed}
            onChange={(typed) => change({ typed })}
          />
        )}
        {draft.csv && (
          <Field className={styles.short} label={words('delimiter')}>
            <Select value={draft.delimiter} onChange={({ target }) => change({ delimiter: target.value as Draft['delimiter'] })}>
              <option value="">{words('delimiters.auto')}</option>
              <option value=",">{words('delimiters.comma')}</option>
              <option value=";">{words('delimiters.semicolon')}</option>
              <option value={'\t'}>{words('delimiters.tab')}</option>
            </Select>
          </Field>
        )}
        <div role="status">{!draft.json && !draft.csv && <p className={styles.hint}>{words('nothing')}</p>}</div>
      </fieldset>
      <AdvancedSettings draft={draft} change={change} errors={errors} />
    </Part>
  );
}

/** What goes where, in one sentence to read before it starts. */
function Summary({ draft }: { readonly draft: Draft }) {
  const words = useWords('folders.results');
  const { data: routes = [] } = useHostQuery('routes', {});
  const route = routeOf(draft);
  const known = [...routes, ...(draft.found === undefined ? [] : [draft.found])];
  const name = known.find((view) => routeKey(view.route) === routeKey(route))?.name ?? route.id;
  return words.rich('summary', {
    path: () => <strong>{isolated(draft.path)}</strong>,
    route: () => <strong>{isolated(name)}</strong>,
  });
}

/** No surprises: existing documents are left alone unless the person, who sees how many there are, decides otherwise. */
function Existing({ draft, change, inspection: { found }, isSandbox, isWatched }: Omit<ResultsPartProps, 'errors'>) {
  const words = useWords('folders.results');
  const formats = useFormats();
  const isCounted = found !== undefined && found.problem === undefined;
  if (!isWatched && !(isCounted && found.files > 0)) return null;
  const size = formats.size(found?.bytes ?? 0);
  return (
    <Choices
      legend={words(isCounted ? 'existing' : 'existingChange')}
      value={draft.existing}
      options={[
        {
          value: 'skip',
          label: words('existingLeave', { count: isCounted && !found.more ? found.files : 2 }),
          hint: words('existingLeaveHint'),
        },
        isCounted
          ? {
              value: 'send',
              label: words('existingSend', { count: found.files, more: found.more ? 'yes' : 'no' }),
              hint: words(isSandbox ? 'existingSendSandbox' : 'existingSendHint', { size: found.more ? `> ${size}` : size }),
            }
          : { value: 'send', label: words('existingChangeSend'), hint: words('existingChangeHint') },
      ]}
      onChoose={(existing) => change({ existing })}
    />
  );
}
