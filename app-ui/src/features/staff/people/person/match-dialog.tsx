import { useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { useMissing } from '../../../../shared/lists/use-missing';
import { PersonPicker } from '../../components/person-picker';
import { useBegin } from '../../mentorships/use-begin';
import { nameOf } from '../person';
import type { PersonRecord } from './person-record';

/** Finds the other side of a pair and begins their mentorship. */
export function MatchDialog({ person, onClose }: { person: PersonRecord; onClose: () => void }) {
  const { t } = useTranslation('staff');
  const missing = useMissing();
  const errorText = useErrorText();
  const begin = useBegin();
  const [chosen, setChosen] = useState('');
  const isMentor = person.role === 'mentor';
  const [mentor, mentee] = isMentor ? [person.id, chosen] : [chosen, person.id];
  return (
    <FormDialog
      title={t('match.title')}
      text={t('match.text', { name: nameOf(person) })}
      cancel={t('safeguarding.cancel')}
      submit={t('match.begin')}
      missing={missing({ [t(isMentor ? 'people.roles.mentee' : 'people.roles.mentor')]: chosen === '' })}
      isPending={begin.isPending}
      error={begin.error && errorText(begin.error)}
      onSubmit={() => begin.mutate({ mentor, mentees: [mentee] })}
      onClose={onClose}
    >
      <PersonPicker
        side={isMentor ? 'mentee' : 'mentor'}
        programme={person.programme?.id}
        chosen={chosen}
        onChoose={(one) => setChosen(one?.id ?? '')}
      />
    </FormDialog>
  );
}
