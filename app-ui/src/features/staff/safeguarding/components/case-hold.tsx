import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDate, useTranslation } from 'ui-kit';
import { useSecondFactor } from '../../../../shared/second-factor/use-second-factor';
import { Line, type Measure, useMeasureDialog } from '../../components/measure';
import { type CaseDetails, endHold, extendHold } from '../api/cases';

/** How long before the review of an open case staff are asked whether its copies stay. */
const REVIEW_AHEAD_MS = 30 * 24 * 3_600_000;

interface CaseHoldProps {
  item: CaseDetails;
  hold: NonNullable<CaseDetails['hold']>;
}

/** The sealed copies of a case: until when they stay, and what staff can decide about them. */
export function CaseHold({ item, hold: { messages, reviewAt, aboutName } }: CaseHoldProps) {
  const { t, i18n } = useTranslation('staff');
  const factor = useSecondFactor();
  const { open, dialog } = useMeasureDialog();
  const [openedAt] = useState(() => Date.now());
  const keep: Measure = {
    label: t('safeguarding.hold.keep'),
    text: t('safeguarding.hold.keepText'),
    done: t('safeguarding.hold.kept'),
    needsReason: true,
    act: ({ reason }) => extendHold(item, reason),
  };
  const endOfHold: Measure = {
    label: t('safeguarding.hold.end'),
    text: t('safeguarding.hold.endText'),
    done: t('safeguarding.hold.ended'),
    needsReason: true,
    act: ({ reason }) => factor.run(() => endHold(item, reason)),
  };
  const day = formatDate(reviewAt, i18n.language, 'sentence');
  const copies = t('safeguarding.hold.text', { count: messages, day });
  const wasRenamed = aboutName !== '' && aboutName !== item.about.name;
  const text = wasRenamed ? `${copies} ${t('safeguarding.hold.about', { name: aboutName })}` : copies;
  // An open case needs its copies, which stay until the review without a decision.
  const mayKeep = Date.parse(reviewAt) - openedAt <= REVIEW_AHEAD_MS;
  const ofOpenCase = mayKeep ? [keep] : [];
  const measures = item.resolvedAt === null ? ofOpenCase : [keep, endOfHold];
  return (
    <>
      <Line text={text}>
        {measures.map((measure) => (
          <Button key={measure.label} variant="default" onClick={() => open(measure)}>
            {measure.label}
          </Button>
        ))}
      </Line>
      {dialog}
      {factor.dialog}
    </>
  );
}
