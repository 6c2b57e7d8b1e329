import {
  BookOpen,
  BriefcaseBusiness,
  CalendarDays,
  Clock,
  Compass,
  Heart,
  Languages,
  type LucideIcon,
  MapPin,
  MessageCircle,
  Star,
  Target,
  Users,
} from 'lucide-react';

/** The icons that a programme can choose for a criterion. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  language: Languages,
  clock: Clock,
  calendar: CalendarDays,
  pin: MapPin,
  heart: Heart,
  briefcase: BriefcaseBusiness,
  chat: MessageCircle,
  target: Target,
  star: Star,
  compass: Compass,
  people: Users,
  book: BookOpen,
};

/** The icon of a criterion; a star for one that this version does not know. */
export function CriterionIcon({ name, size = 18 }: { name: string; size?: number }) {
  const Icon = ICONS[name] ?? Star;
  return <Icon aria-hidden size={size} strokeWidth={1.75} />;
}
