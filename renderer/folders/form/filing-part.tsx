import { unknownFields } from '../../../electron/core/filing/filing-values.ts';
import { parseTemplate } from '../../../electron/core/filing/template.ts';
import { Field, Input } from '../../components/field.tsx';
import { Switch } from '../../components/switch.tsx';
import { useText, useWords } from '../../words/words.tsx';
import { useFields } from './checks-part.tsx';
import { templateOf } from './draft.ts';
import styles from './form.module.css';
import type { PartProps } from './frame.tsx';

/** Where finished documents go, and by which of their values they are named. */
export function FilingPart({ draft, change, errors }: PartProps) {
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
        </>
      )}
    </>
  );
}
