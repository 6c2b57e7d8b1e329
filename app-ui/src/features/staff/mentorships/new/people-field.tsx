import { TriangleAlert, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Avatar, announce, IconButton, useTranslation, VisuallyHidden } from 'ui-kit';
import { Notice } from '../../components/cells';
import { PersonPicker } from '../../components/person-picker';
import { nameOf, type Person } from '../../people/person';
import styles from './people-field.module.css';

interface PeopleFieldProps {
  legend: string;
  side: 'mentor' | 'mentee';
  programme: string | undefined;
  chosen: readonly Person[];
  isSeveral?: boolean;
  /** What stands in the way of those who are chosen, by id. */
  concerns: ReadonlyMap<string, readonly string[]>;
  problem: string | null;
  onChange: (people: readonly Person[]) => void;
}

/** One side of a mentorship: who is chosen, and the search for others. */
export function PeopleField(props: PeopleFieldProps) {
  const { legend, side, programme, chosen, isSeveral = false, concerns, problem, onChange } = props;
  const { t } = useTranslation('staff');
  const box = useRef<HTMLFieldSetElement>(null);
  const hasChanged = useRef(false);
  // The pressed button goes with the choice.
  useLayoutEffect(() => {
    if (!hasChanged.current) return;
    hasChanged.current = false;
    const next = box.current?.querySelector<HTMLElement>('input') ?? box.current?.querySelector('button');
    next?.focus();
  });
  const change = (people: readonly Person[], notice: string) => {
    hasChanged.current = true;
    announce(notice);
    onChange(people);
  };
  return (
    <fieldset className={styles.field} ref={box}>
      <legend>{legend}</legend>
      {chosen.length > 0 && (
        <ul className={styles.chosen}>
          {chosen.map((person) => (
            <Chip
              key={person.id}
              person={person}
              concerns={concerns.get(person.id) ?? []}
              onRemove={() =>
                change(
                  chosen.filter(({ id }) => id !== person.id),
                  t('begin.removed', { name: nameOf(person) }),
                )
              }
            />
          ))}
        </ul>
      )}
      {(isSeveral || chosen.length === 0) && (
        <PersonPicker
          side={side}
          programme={programme}
          without={chosen.map(({ id }) => id)}
          problem={problem}
          onChoose={(person) =>
            person && change([...chosen, person], t('begin.chosen', { name: nameOf(person) }))
          }
        />
      )}
    </fieldset>
  );
}

interface ChipProps {
  person: Person;
  concerns: readonly string[];
  onRemove: () => void;
}

function Chip({ person, concerns, onRemove }: ChipProps) {
  const { t } = useTranslation('staff');
  const name = nameOf(person);
  return (
    <li className={styles.chip} data-concern={concerns.length > 0}>
      <span className={styles.person}>
        <Avatar id={person.id} name={name} size={32} />
        <bdi className={styles.name}>{name}</bdi>
        <IconButton label={t('begin.remove', { name })} onClick={onRemove}>
          <X aria-hidden size={18} />
        </IconButton>
      </span>
      {concerns.length > 0 && (
        <span className={styles.concerns}>
          <Notice icon={TriangleAlert}>{concerns.join(' · ')}</Notice>
          <PersonPageLink person={person} />
        </span>
      )}
    </li>
  );
}

/** Opens the page of a person beside this one, whose form stays. */
export function PersonPageLink({ person }: { person: Person }) {
  const { t } = useTranslation('staff');
  return (
    <a className={styles.link} href={`/staff/people/${person.id}`} target="_blank" rel="noreferrer">
      {t('begin.page', { name: nameOf(person) })}
      <VisuallyHidden> {t('begin.newTab')}</VisuallyHidden>
    </a>
  );
}
