import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { unsentForms } from '../../../shared/account/unsent-answers';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { draftKey, type StageOfSurvey } from '../api/surveys';

/** Links to the submitted stages for which this device has other answers. */
export function UnsentLinks({ stages }: { stages: readonly StageOfSurvey[] }) {
  const { t } = useTranslation('app');
  const forms = unsentForms(useCurrentUser().id);
  const submitted = stages.filter(({ id, status }) => status === 'COMPLETE' && forms.includes(draftKey(id)));
  return submitted.map(({ id, localeName }) => (
    <p key={id}>
      <Link to={`/stage?id=${id}`}>{t('surveys.unsent.show', { stage: localeName })}</Link>
    </p>
  ));
}
