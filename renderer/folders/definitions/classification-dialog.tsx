import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Problem } from '../../components/problem.tsx';
import { useToast } from '../../components/toast.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import { useFormats, useWords } from '../../words/words.tsx';
import { emptyTyped, type TypedCategory } from '../form/draft.ts';
import form from '../form/make.module.css';
import { typedCategories } from '../form/requests.ts';
import { moveOnEnter, Rows } from '../form/rows.tsx';
import type { DefinitionProps } from './extraction-dialog.tsx';
import { useForget } from './use-forget.ts';

/** What is known of a classification here: the service has no call to show or to change one. */
export function ClassificationDialog({ view, onClose }: DefinitionProps) {
  const words = useWords('folders.definitions');
  const make = useWords('folders.make');
  const to = useWords('folders.to');
  const formats = useFormats();
  const toast = useToast();
  const forget = useForget(view, onClose);
  const { id } = view.route;
  const [name, setName] = useState(view.name);
  const [description, setDescription] = useState(view.description ?? '');
  const named = view.categories.filter(({ typed }) => typed !== true).map((category) => category.name);
  const typed = view.categories.flatMap(({ id: category, name: called, ...rest }) =>
    rest.typed === true && category !== undefined ? [{ id: category, name: called }] : [],
  );
  const [categories, setCategories] = useState<readonly TypedCategory[]>(typed.length === 0 ? [emptyTyped] : typed);
  const change = useHostCommand('changeClassification', ['routes', 'status']);
  const save = async (): Promise<void> => {
    const answer = await change.run({
      id,
      texts: { name: name.trim() === '' ? view.name : name.trim(), description: description.trim() },
      categories: typedCategories(categories).map((each) => ({ ...each, name: each.name === '' ? each.id : each.name })),
    });
    if (!answer.ok) return;
    toast({ text: words('saved', { name: answer.value.name }) });
    onClose();
  };
  return (
    <Confirm
      size="large"
      title={words('editTitle', { name: view.name })}
      more={view.usedBy.length === 0 && <Button onClick={forget}>{words('forget')}</Button>}
      action={words('keep')}
      busy={change.isRunning}
      onClose={onClose}
      onConfirm={() => void save()}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles Enter for the inputs inside. */}
      <div className={form.make} onKeyDown={moveOnEnter}>
        <p className="hint">{words('classificationNote')}</p>
        <div className={form.pair}>
          <TextField label={words('classificationName')} value={name} onText={setName} />
          <TextField label={make('description')} optional value={description} onText={setDescription} />
        </div>
        <p className="hint">
          {named.length === 0 ? words('noCategories') : to('categoriesKnown', { categories: formats.list(named) })}
        </p>
        <Rows
          title={to('typedCategories')}
          name="categories"
          rows={categories}
          empty={emptyTyped}
          columns={[
            { key: 'id', label: to('categoryId') },
            { key: 'name', label: to('categoryName') },
          ]}
          add={make('addCategory')}
          nameOf={(number) => make('categoryNumber', { number })}
          removeOf={(number) => make('removeCategory', { number })}
          errors={{}}
          onChange={setCategories}
        />
        <p className="hint">{words('id', { id })}</p>
        <Problem problem={change.problem} />
      </div>
    </Confirm>
  );
}
