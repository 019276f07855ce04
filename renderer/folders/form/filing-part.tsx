import { unknownFields } from '../../../electron/core/filing/filing-values.ts';
import { parseTemplate } from '../../../electron/core/filing/template.ts';
import { TextField } from '../../components/field.tsx';
import { useText, useWords } from '../../words/words.tsx';
import { templateOf } from './draft.ts';
import type { PartProps } from './part.tsx';
import { Setting } from './setting.tsx';
import { useRouteViews } from './use-route-views.ts';

/** Where finished documents go, and by which of their values they are named. */
export function FilingPart(part: PartProps) {
  const { draft, change, errors } = part;
  const words = useWords('filing.form');
  const text = useText();
  const template = templateOf(draft);
  const parsed = template === undefined ? undefined : parseTemplate(template);
  const { fields } = useRouteViews(draft);
  const said = parsed === undefined || fields.length === 0 ? [] : parsed.ok ? unknownFields(parsed.value, fields) : [];
  return (
    <>
      <Setting name="fileAway" {...part} />
      {draft.fileAway === 'move' && (
        <>
          <Setting name="moveTo" {...part} />
          <TextField
            label={words('template')}
            hint={words('templateHint', { example: '{vendor_name}/{invoice_date:yyyy}/{invoice_date}_{invoice_number}.pdf' })}
            error={errors.fileAs}
            value={draft.fileAs}
            onText={(fileAs) => change({ fileAs })}
          />
          <div role="status">
            {(parsed?.ok === false ? [parsed.error] : said).map((message) => (
              <p key={text(message)} className="hint">
                {text(message)}
              </p>
            ))}
          </div>
          {template !== undefined && <Setting name="fileWhen" {...part} />}
        </>
      )}
    </>
  );
}
