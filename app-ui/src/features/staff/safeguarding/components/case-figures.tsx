import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { apiUrl, formatDate, useTranslation } from 'ui-kit';
import { downloadFrom } from 'ui-kit/download';
import { QueryState } from 'ui-kit/query-state';
import { staffAccessQuery } from '../../api/staff';
import { Bar } from '../../components/bar';
import { ExportForm } from '../../components/export-form';
import { TableFrame } from '../../outcomes/report/table-frame';
import {
  type CasePace,
  closedIn,
  figuresQuery,
  listBehind,
  type MonthOfCases,
  openedIn,
  WITH_CLOCK,
} from '../api/figures';
import styles from './case-figures.module.css';

const EXPORT = '/api/staff/cases/figures/export/';

/** Numbers of cases of the last twelve months, each with the way to the cases behind it. */
export function CaseFigures() {
  const { t } = useTranslation('staff');
  const [search, setSearch] = useSearchParams();
  const [isExporting, setIsExporting] = useState(false);
  const { data: access } = useQuery(staffAccessQuery);
  const programmes = access?.programmes ?? [];
  const programme = programmes.find(({ id }) => id === search.get('programme'))?.id ?? null;
  const choose = (id: string) => {
    const next = new URLSearchParams(search);
    if (id === '') next.delete('programme');
    else next.set('programme', id);
    setSearch(next, { replace: true });
  };
  return (
    <div className={styles.figures}>
      <p className={styles.lead}>{t('safeguarding.figures.lead')}</p>
      <div className={styles.tools}>
        {programmes.length > 1 && (
          <NativeSelect
            className={styles.programme}
            label={t('people.programme')}
            value={programme ?? ''}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
            data={[
              { value: '', label: t('safeguarding.figures.allProgrammes') },
              ...programmes.map(({ id, title }) => ({ value: id, label: title })),
            ]}
          />
        )}
        <Button
          variant="default"
          leftSection={<Download aria-hidden size={17} />}
          onClick={() => setIsExporting(true)}
        >
          {t('export.open')}
        </Button>
      </div>
      <QueryState query={useQuery(figuresQuery(programme))}>
        {({ months, timeZone }) => (
          <>
            <MonthTable months={months} programme={programme} />
            <p className={styles.note}>{t('safeguarding.figures.note', { zone: timeZone })}</p>
          </>
        )}
      </QueryState>
      {isExporting && (
        <ExportForm
          title={t('safeguarding.figures.export')}
          content={t('safeguarding.figures.exportText')}
          name="case-figures"
          fetchFile={async (request, signal) => {
            const url = apiUrl(EXPORT, {
              query: { ...request, ...(programme === null ? {} : { programme }) },
            });
            return (await downloadFrom(url, signal)).blob;
          }}
          onClose={() => setIsExporting(false)}
        />
      )}
    </div>
  );
}

interface MonthTableProps {
  months: readonly MonthOfCases[];
  programme: string | null;
}

function MonthTable({ months, programme }: MonthTableProps) {
  const { t, i18n } = useTranslation('staff');
  const most = (of: (month: MonthOfCases) => number) => Math.max(...months.map(of), 1);
  const [mostOpened, mostClosed, mostOpen] = [most(openedIn), most(closedIn), most(({ open }) => open)];
  return (
    <TableFrame label={t('safeguarding.figures.title')}>
      <thead>
        <tr>
          <th scope="col">{t('safeguarding.figures.month')}</th>
          <th scope="col">{t('safeguarding.figures.opened')}</th>
          <th scope="col">{t('safeguarding.figures.taken')}</th>
          <th scope="col">{t('safeguarding.figures.decided')}</th>
          <th scope="col">{t('safeguarding.figures.closed')}</th>
          <th scope="col">{t('safeguarding.figures.reopened')}</th>
          <th scope="col">{t('safeguarding.figures.open')}</th>
        </tr>
      </thead>
      <tbody>
        {months.map((month) => {
          const name = formatDate(month.month, i18n.language, 'month');
          const behind = (filter: Parameters<typeof listBehind>[2], more?: Record<string, string>) =>
            listBehind(month, programme, filter, more);
          const withClock = behind('opened', { kind: WITH_CLOCK });
          return (
            <tr key={month.month}>
              <th scope="row">{name}</th>
              <td>
                <CountLink count={openedIn(month)} to={behind('opened')} of={name} />
                <Bar share={openedIn(month) / mostOpened} />
                <Parts>
                  {month.opened.map(({ kind, count }) => (
                    <Part key={kind} to={behind('opened', { kind })} count={count} of={name}>
                      {t(`safeguarding.kinds.${kind}`)}
                    </Part>
                  ))}
                </Parts>
              </td>
              <td>
                <PaceOf pace={month.taken} to={withClock} of={name} />
              </td>
              <td>
                <PaceOf pace={month.decided} to={withClock} of={name} />
              </td>
              <td>
                <CountLink count={closedIn(month)} to={behind('closed')} of={name} />
                <Bar share={closedIn(month) / mostClosed} />
                <Parts>
                  {month.closed.map(({ outcome, count }) => {
                    const code = outcome ?? ('not_recorded' as const);
                    return (
                      <Part key={code} to={behind('closed', { outcome: code })} count={count} of={name}>
                        {t(`safeguarding.outcomes.${code}`)}
                      </Part>
                    );
                  })}
                </Parts>
              </td>
              <td>
                <CountLink count={month.reopened} to={behind('reopened')} of={name} />
              </td>
              <td>
                <CountLink count={month.open} to={behind('openAt')} of={name} />
                <Bar share={month.open / mostOpen} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </TableFrame>
  );
}

interface CountLinkProps {
  count: number;
  to: string;
  /** The month, for those who hear the link alone. */
  of: string;
}

/** A number that leads to its cases, if there are some. */
function CountLink({ count, to, of }: CountLinkProps) {
  const { t } = useTranslation('staff');
  if (count === 0) return <span className={styles.zero}>0</span>;
  return (
    <Link
      className={styles.number}
      to={to}
      aria-label={t('safeguarding.figures.behind', { count, month: of })}
    >
      {count}
    </Link>
  );
}

const Parts = ({ children }: { children: ReactNode[] }) =>
  children.length === 0 ? null : <ul className={styles.parts}>{children}</ul>;

function Part({ count, to, of, children }: CountLinkProps & { children: ReactNode }) {
  return (
    <li>
      <Link to={to} aria-label={`${children}: ${count}, ${of}`}>
        {children}: {count}
      </Link>
    </li>
  );
}

function PaceOf({ pace, to, of }: { pace: CasePace; to: string; of: string }) {
  const { t, i18n } = useTranslation('staff');
  if (pace.known === 0) return <span className={styles.zero}>–</span>;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', numberingSystem: 'latn' });
  const share = percent.format(pace.inTime / pace.known);
  return (
    <>
      <Link
        className={styles.number}
        to={to}
        aria-label={t('safeguarding.figures.inTimeOf', { share, known: pace.known, month: of })}
      >
        {share}
      </Link>
      <Bar share={pace.inTime / pace.known} />
      <span className={styles.median}>
        {t('safeguarding.figures.inTime', { inTime: pace.inTime, known: pace.known })}
        {pace.medianMinutes !== null && <Median minutes={pace.medianMinutes} />}
      </span>
    </>
  );
}

function Median({ minutes }: { minutes: number }) {
  const { t } = useTranslation('staff');
  const [unit, number] =
    minutes < 120
      ? (['minutes', minutes] as const)
      : minutes < 2880
        ? (['hours', Math.round(minutes / 60)] as const)
        : (['days', Math.round(minutes / 1440)] as const);
  return <span className={styles.line}>{t(`safeguarding.figures.median.${unit}`, { number })}</span>;
}
