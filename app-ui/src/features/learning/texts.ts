import '../../shared/sessions/texts';
