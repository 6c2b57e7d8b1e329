import { FileText } from 'lucide-react';
import { useMemo } from 'react';
import { languages, useTranslation } from 'ui-kit';
import type { Column } from '../../../../shared/lists/column';
import { DataTable } from '../../../../shared/lists/data-table';
import type { Filter } from '../../../../shared/lists/filter';
import { useList } from '../../../../shared/lists/use-list';
import { AreaPage } from '../../components/area-page';
import { Ago, None, Notice, RecordLink } from '../../components/cells';
import { ContentTabs } from '../content-tabs';
import { KINDS, type ListedTexts, SOME, TEXTS } from './texts';
import styles from './texts-page.module.css';

/** The definitions of the content whose texts staff see and change. */
export function Component() {
  const { t, i18n } = useTranslation('staff');
  const list = useList(TEXTS);
  const nameOf = useMemo(() => {
    const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
    return (code: string) => names.of(code) ?? code;
  }, [i18n.language]);
  const titleOf = ({ title, key }: ListedTexts) => title[i18n.language] ?? title.en ?? key;
  const columns: Column<ListedTexts>[] = [
    {
      id: 'title',
      header: t('texts.name'),
      isName: true,
      cell: (row) => (
        <>
          <RecordLink to={`/staff/content/texts/${row.id}`}>
            <bdi>{titleOf(row)}</bdi>
          </RecordLink>
          {row.kind === 'mail' && <span className={styles.use}>{t(`texts.mails.${row.key}`, '')}</span>}
        </>
      ),
    },
    { id: 'kind', header: t('texts.kind'), sort: 'kind', cell: ({ kind }) => t(`texts.kinds.${kind}`) },
    {
      id: 'missing',
      header: t('texts.missing'),
      cell: ({ missing, missingTexts }) =>
        missing.length === 0 ? (
          <None />
        ) : (
          <Notice icon={FileText}>
            {t('texts.missingCount', {
              count: missingTexts,
              languages: new Intl.ListFormat(i18n.language).format(missing.map(nameOf)),
            })}
          </Notice>
        ),
    },
    {
      id: 'changedAt',
      header: t('texts.changedAt'),
      sort: 'changedAt',
      isDescendingFirst: true,
      isShort: true,
      cell: ({ changedAt }) => (changedAt === null ? <None /> : <Ago at={changedAt} />),
    },
  ];
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'options',
        name: 'kind',
        label: t('texts.kind'),
        options: KINDS.map((value) => ({ value, label: t(`texts.kinds.${value}`) })),
      },
      {
        kind: 'options',
        name: 'missing',
        label: t('texts.missing'),
        options: [
          { value: SOME, label: t('texts.someMissing') },
          ...languages.map(({ code }) => ({ value: code, label: nameOf(code) })),
        ],
      },
    ],
    [t, nameOf],
  );
  return (
    <AreaPage title={t('texts.title')} lead={t('texts.lead')}>
      <ContentTabs shown="texts" />
      <DataTable
        list={list}
        label={t('texts.title')}
        searchLabel={t('texts.search')}
        columns={columns}
        filters={filters}
        nameOf={titleOf}
        empty={{ icon: FileText, title: t('texts.none'), text: t('texts.noneText') }}
      />
    </AreaPage>
  );
}
