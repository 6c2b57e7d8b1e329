import type { Rule } from '../rules';
import { AppearanceForm } from './appearance-form';
import { BlackoutForm, ContactForm, DetectionForm, StreakForm, TeamForm } from './contact-forms';
import { MentorshipSessionsForm, OfferedSurveysForm, PinnedSessionsForm } from './content-forms';
import { ExpiryForm, GroupsForm, PlacesForm, RoundsForm } from './matching-forms';
import { RetentionForm } from './retention-form';
import {
  AgesForm,
  ApprovalForm,
  DomainsForm,
  FactsForm,
  InstitutionsForm,
  SignUpForm,
} from './sign-up-forms';
import { VettingKindsForm } from './vetting-form';

interface RuleFormProps {
  programme: string;
  rule: Rule;
  onChange: (rule: Rule) => void;
}

/** The fields of a rule. */
export function RuleForm({ programme, rule: { rule, value }, onChange }: RuleFormProps) {
  switch (rule) {
    case 'sign_up':
      return <SignUpForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'domains':
      return <DomainsForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'institutions':
      return <InstitutionsForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'approval':
      return <ApprovalForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'facts':
      return <FactsForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'vetting_kinds':
      return <VettingKindsForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'mentee_ages':
      return <AgesForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'contact':
      return <ContactForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'team':
      return <TeamForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'blackout':
      return <BlackoutForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'mentorship_sessions':
      return <MentorshipSessionsForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'pinned_sessions':
      return <PinnedSessionsForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'offered_surveys':
      return <OfferedSurveysForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'streak':
      return <StreakForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'detection':
      return <DetectionForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'expiry':
      return <ExpiryForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'rounds':
      return <RoundsForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'places':
      return <PlacesForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'groups':
      return <GroupsForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'retention':
      return <RetentionForm value={value} onChange={(next) => onChange({ rule, value: next })} />;
    case 'appearance':
      return (
        <AppearanceForm
          programme={programme}
          value={value}
          onChange={(next) => onChange({ rule, value: next })}
        />
      );
  }
}
