import type { WatchedFolder } from '../../../electron/core/contract/folders.ts';
import { unknownFields } from '../../../electron/core/filing/filing-values.ts';
import { parseTemplate } from '../../../electron/core/filing/template.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { TextField } from '../../components/field.tsx';
import { ScrollList } from '../../components/scroll-list.tsx';
import { hrefOf } from '../../navigation.ts';
import { useText, useWords } from '../../words/words.tsx';
import { type Draft, datesOf, routeOf, templateOf } from './draft.ts';
import type { PartProps } from './frame.tsx';
import { Setting } from './setting.tsx';
import { fileAwayOf } from './settings-of.ts';
import { TryOut } from './try-out.tsx';
import { useRouteViews } from './use-route-views.ts';

interface FilingPartProps extends PartProps {
  /** The folder as it is watched already. */
  readonly watched?: WatchedFolder | undefined;
}

/** Where finished documents go, and by which of their values they are named. */
export function FilingPart({ watched, ...part }: FilingPartProps) {
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
          {watched !== undefined && parsed?.ok === true && <Preview draft={draft} id={watched.id} />}
        </>
      )}
    </>
  );
}

/** Where the template, as it is in the form, would put the documents that are there. */
function Preview({ draft, id }: { readonly draft: Draft; readonly id: number }) {
  const words = useWords('filing.form');
  const text = useText();
  return (
    <TryOut
      command="tryFiling"
      input={{ id, route: routeOf(draft), ...datesOf(draft), fileAway: fileAwayOf(draft) }}
      action={words('try')}
      hint={words('tryHint')}
      changed={words('changedSince')}
      sumOf={({ filed, tried, waiting, more }) =>
        text(say(more ? 'answers.filing.sumOfNewest' : 'answers.filing.sum', { filed, tried, waiting }))
      }
    >
      {({ documents }) =>
        documents.length > 0 && (
          <ScrollList label={words('list')}>
            {documents.map(({ id, path, to, stays }) => (
              <li key={id}>
                <a href={hrefOf({ screen: 'review', documentId: id })}>{path}</a>
                <p>{stays === undefined ? `→ ${isolated(to ?? '')}` : text(stays)}</p>
              </li>
            ))}
          </ScrollList>
        )
      }
    </TryOut>
  );
}
