import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation, useParams } from 'react-router';
import { HttpError, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { NotFoundMessage } from '../../../../shared/page/not-found-message';
import { caseQuery } from '../api/cases';
import { CaseCard } from '../components/case-card';
import styles from './case-page.module.css';

/** One case with the acts of staff. */
export function Component() {
  const { t } = useTranslation('staff');
  const { caseId = '' } = useParams();
  const { state } = useLocation();
  const query = useQuery(caseQuery(caseId));
  const { error } = query;
  if (query.data === undefined && error instanceof HttpError && error.status === 404)
    return <NotFoundMessage />;
  return (
    <div className={styles.page}>
      <Link className={styles.back} to={{ pathname: '/staff/reports', search: state?.list ?? '' }}>
        <ArrowLeft aria-hidden size={18} />
        {t('safeguarding.back')}
      </Link>
      <QueryState query={query}>{(item) => <CaseCard key={item.id} item={item} />}</QueryState>
    </div>
  );
}
