import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../../shared/account/use-current-user';
import { lastDayOf } from '../../components/days';
import { type EndReason, useEndReasons } from '../../components/end-reasons';
import { Line, type Measure, useMeasure, useMeasureDialog } from '../../components/measure';
import { useSuspension } from '../../components/use-suspension';
import {
  assignCase,
  type CaseDetails,
  endMentorshipOf,
  liftSilence,
  liftSuspension,
  measuresQuery,
  suspendPersonOf,
} from '../api/cases';
import styles from './case-measures.module.css';

/** What staff can do about the people of a case, each with its consequences before it happens. */
export function CaseMeasures({ item }: { item: CaseDetails }) {
  const { t, i18n } = useTranslation('staff');
  const { id: selfId } = useCurrentUser();
  const { data } = useQuery(measuresQuery(item.id));
  const { open, dialog, titleRef } = useMeasureDialog();
  const endReasons = useEndReasons();
  const titleId = useId();
  const one = item.reporter?.name || t('safeguarding.deletedAccount');
  const name = item.about.name || t('safeguarding.deletedAccount');
  const others = (data?.assignees ?? []).flatMap(({ id, name: of }) =>
    id === null || id === item.assignedTo?.id ? [] : [{ id, name: of }],
  );

  const allow: Measure = {
    label: t('safeguarding.measures.allow'),
    text: t('safeguarding.measures.allowText', { one, other: name }),
    done: t('safeguarding.measures.allowed'),
    act: () => liftSilence(item),
  };
  const { suspend, release } = useSuspension(name, {
    suspend: (reason, until) => suspendPersonOf(item, reason, until),
    release: () => liftSuspension(item),
  });
  const handOver: Measure = {
    label: t('safeguarding.measures.handOver'),
    text: t('safeguarding.measures.handOverText'),
    done: (person) =>
      t('safeguarding.measures.handedOver', { name: others.find(({ id }) => id === person)?.name ?? '' }),
    choice: { legend: t('safeguarding.measures.to'), options: others.filter(({ id }) => id !== selfId) },
    act: ({ choice }) => assignCase(item, choice),
  };
  const endOf = ({ id, members }: { id: string; members: string }): Measure => ({
    label: t('safeguarding.measures.end', { members }),
    text: t('safeguarding.measures.endText'),
    done: t('safeguarding.measures.ended'),
    ...endReasons,
    act: ({ selected, reason }) => endMentorshipOf(item, id, selected as EndReason, reason),
  });
  const take: Measure = {
    label: t('safeguarding.measures.take'),
    text: '',
    done: '',
    act: () => assignCase(item, selfId),
  };
  const button = (measure: Measure) => (
    <Button key={measure.label} variant="default" onClick={() => open(measure)}>
      {measure.label}
    </Button>
  );

  return (
    <section className={styles.measures} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId} ref={titleRef} tabIndex={-1}>
        {t('safeguarding.measures.title')}
      </h2>
      <Line
        text={
          item.assignedTo
            ? t('safeguarding.measures.assigned', { name: item.assignedTo.name })
            : t('safeguarding.measures.unassigned')
        }
      >
        {item.assignedTo?.id !== selfId && others.some(({ id }) => id === selfId) && (
          <TakeButton measure={take} />
        )}
        {(handOver.choice?.options.length ?? 0) > 0 && button(handOver)}
      </Line>
      {item.isSilencing && (
        <Line text={t('safeguarding.measures.contactStopped', { one, other: name })}>{button(allow)}</Line>
      )}
      {item.about.id !== null && (
        <Line
          text={
            item.isSuspended
              ? item.suspendedUntil === null
                ? t('safeguarding.measures.isSuspended', { name })
                : t('safeguarding.measures.isSuspendedUntil', {
                    name,
                    day: lastDayOf(item.suspendedUntil, i18n.language),
                  })
              : ''
          }
        >
          {item.isSuspended ? button(release) : button(suspend)}
          {data?.mentorships.map((mentorship) => button(endOf(mentorship)))}
        </Line>
      )}
      {dialog}
    </section>
  );
}

/** Acts at once: it needs nothing, and the next person can take the case over. */
function TakeButton({ measure }: { measure: Measure }) {
  const take = useMeasure(measure);
  return (
    <Button
      variant="light"
      loading={take.isPending}
      onClick={() => take.mutate({ reason: '', value: '', choice: '', selected: '', isAlso: false })}
    >
      {measure.label}
    </Button>
  );
}
