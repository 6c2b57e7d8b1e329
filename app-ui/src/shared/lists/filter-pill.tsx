import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { formatDate, useTranslation } from 'ui-kit';
import fields from '../forms/small-field.module.css';
import type { Filter } from './filter';
import styles from './filter-pill.module.css';
import type { ListQuery } from './list-query';
import { Choice, PillMenu } from './pill-menu';

type Filters = ListQuery['filters'];
type Kind<Name extends Filter['kind']> = Extract<Filter, { kind: Name }>;

interface FilterPillProps<OneFilter = Filter> {
  filter: OneFilter;
  filters: Filters;
  /** Changes of one visit to a menu are one entry of the history. */
  onChange: (change: Filters, options?: { replace: boolean }) => void;
}

/** One filter: what it leaves in, and its choices. */
export function FilterPill({ filter, ...props }: FilterPillProps) {
  switch (filter.kind) {
    case 'options':
      return <OptionsPill filter={filter} {...props} />;
    case 'days':
      return <DaysPill filter={filter} {...props} />;
    case 'value':
      return <ValuePill filter={filter} {...props} />;
  }
}

function OptionsPill({ filter, filters, onChange }: FilterPillProps<Kind<'options'>>) {
  const { i18n } = useTranslation('lists');
  const { name, label, options, isSingle = false } = filter;
  const chosen = filters[name] ?? [];
  const names = options.filter(({ value }) => chosen.includes(value)).map((option) => option.label);
  const value = names.length === 0 ? undefined : new Intl.ListFormat(i18n.language).format(names);
  return (
    <PillMenu label={label} value={value}>
      {() => <Options {...{ name, options, isSingle, chosen, onChange }} />}
    </PillMenu>
  );
}

interface OptionsProps extends Pick<Kind<'options'>, 'name' | 'options'> {
  isSingle: boolean;
  chosen: readonly string[];
  onChange: FilterPillProps['onChange'];
}

function Options({ name, options, isSingle, chosen, onChange }: OptionsProps) {
  const { t } = useTranslation('lists');
  const hasChanged = useRef(false);
  const choose = (values: readonly string[]) => {
    onChange({ [name]: values }, { replace: hasChanged.current });
    hasChanged.current = true;
  };
  return (
    <>
      {options.map(({ value, label }) => (
        <Choice
          key={value}
          label={<bdi>{label}</bdi>}
          isChosen={chosen.includes(value)}
          onChange={(isChosen) => {
            const others = isSingle ? [] : chosen.filter((one) => one !== value);
            choose(isChosen ? [...others, value] : others);
          }}
        />
      ))}
      {chosen.length > 0 && (
        <Button variant="subtle" size="compact-md" onClick={() => choose([])}>
          {t('list.clearFilter')}
        </Button>
      )}
    </>
  );
}

function DaysPill({ filter, filters, onChange }: FilterPillProps<Kind<'days'>>) {
  const { t, i18n } = useTranslation('lists');
  const { name, until, label } = filter;
  const [first, last] = [filters[name]?.[0], filters[until]?.[0]];
  const format = (day: string) => formatDate(day, i18n.language, 'list');
  const value =
    first !== undefined && last !== undefined
      ? t('list.daysBetween', { from: format(first), until: format(last) })
      : first !== undefined
        ? t('list.daysSince', { from: format(first) })
        : last !== undefined
          ? t('list.daysUntil', { until: format(last) })
          : undefined;
  const field = (
    key: string,
    text: string,
    day: string | undefined,
    bounds: { min?: string; max?: string },
  ) => (
    <label className={fields.label}>
      {text}
      <input
        className={fields.field}
        type="date"
        value={day ?? ''}
        {...bounds}
        onChange={({ currentTarget }) =>
          onChange({ [key]: currentTarget.value === '' ? [] : [currentTarget.value] }, { replace: true })
        }
      />
    </label>
  );
  return (
    <PillMenu label={label} value={value}>
      {() => (
        <div className={styles.days}>
          {field(name, t('list.from'), first, last === undefined ? {} : { max: last })}
          {field(until, t('list.until'), last, first === undefined ? {} : { min: first })}
          {value !== undefined && (
            <Button variant="subtle" size="compact-md" onClick={() => onChange({ [name]: [], [until]: [] })}>
              {t('list.clearFilter')}
            </Button>
          )}
        </div>
      )}
    </PillMenu>
  );
}

function ValuePill({ filter, filters, onChange }: FilterPillProps<Kind<'value'>>) {
  const { t } = useTranslation('lists');
  const value = filters[filter.name]?.[0];
  if (value === undefined) return null;
  return (
    <button
      type="button"
      className={styles.value}
      aria-label={t('list.removeFilter', { filter: filter.label, value: filter.display(value) })}
      onClick={() => onChange({ [filter.name]: [] })}
    >
      <span>{filter.label}:</span>
      <bdi>{filter.display(value)}</bdi>
      <X aria-hidden size={15} />
    </button>
  );
}
