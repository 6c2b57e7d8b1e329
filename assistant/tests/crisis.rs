//! Sentences that signal a crisis, and similar ones that do not, with the built-in phrases.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use assistant::Content;

fn check(crises: &[&str], others: &[&str]) {
    let content = Content::built_in().unwrap();
    let missed: Vec<_> = crises.iter().filter(|text| !content.is_crisis(text)).collect();
    let mistaken: Vec<_> = others.iter().filter(|text| content.is_crisis(text)).collect();
    assert!(missed.is_empty() && mistaken.is_empty(), "missed: {missed:#?}, mistaken: {mistaken:#?}");
}

#[test]
fn english_crises_are_told_from_similar_sentences() {
    check(
        &[
            "I need help",
            "i need help. please",
            "I really need help!",
            "I need help, he comes home soon",
            "i need help i dont know what to do",
            "Please help me.",
            "He hurts me",
            "my uncle hurts me and i cant tell anyone",
            "They keep hurting me",
            "My coach touches me",
            "he keeps touching me and I hate it",
            "I want to disappear",
            "i just wish i could disappear",
            "I can't go on",
            "I cant go on like this",
            "I can’t go on anymore, sorry",
            "I can't take it anymore",
            "i just want to DIE",
            "He is abusing me",
            "My dad hits me when he drinks",
            "I need help with maths, and my dad beats me",
        ],
        &[
            "I need help with my homework",
            "I need help finding an internship",
            "I need some help with question 3.",
            "Who can I ask if I need help?",
            "When I need help, I will write to you.",
            "Do you need help?",
            "I don't need help, thanks",
            "Please help me with my CV",
            "Can you help me?",
            "My back hurts me today",
            "It hurts me that you forgot",
            "This song touches me",
            "Your story touched me deeply",
            "I want the spots on my screen to disappear",
            "I can't go on Tuesday",
            "I can't go on the trip",
            "Hit me up when you are online",
            "Then it hit me: we forgot the slides",
            "Dying to see you",
            "My phone died",
            "How do I end a session?",
        ],
    );
}

#[test]
fn german_crises_are_told_from_similar_sentences() {
    check(
        &[
            "Ich brauche Hilfe",
            "ich brauch hilfe!!",
            "Ich brauche dringend Hilfe.",
            "ich brauche hilfe ich weiss nicht weiter",
            "Bitte hilf mir",
            "Er tut mir weh",
            "Mein Stiefvater tut mir weh, wenn er trinkt",
            "Die anderen tun mir weh",
            "Er hat mir wehgetan",
            "Mein Trainer berührt mich",
            "Er fasst mich immer wieder an",
            "Ich will verschwinden",
            "ich moechte nicht mehr leben, ich möchte einfach verschwinden",
            "Ich kann nicht mehr",
            "Ich kann einfach nicht mehr, es ist zu viel",
            "So kann ich nicht leben, ich halte es nicht mehr aus",
            "Ich will mich umbringen",
            "Mein Vater schlägt mich",
            "Die schlagen mich jeden Tag",
        ],
        &[
            "Ich brauche Hilfe bei den Hausaufgaben",
            "Ich brauche Hilfe mit meinem Lebenslauf",
            "Wenn ich Hilfe brauche, melde ich mich.",
            "Brauchst du Hilfe?",
            "Bitte hilf mir bei Aufgabe 3",
            "Kannst du mir helfen?",
            "Mein Kopf tut mir weh",
            "Es tut mir leid",
            "Meine Füße tun mir weh vom Laufen",
            "Das Lied berührt mich",
            "Deine Geschichte hat mich berührt",
            "Ich kann nicht mehr kommen, der Bus ist weg",
            "Ich kann nicht mehr als drei Seiten lesen",
            "Ich will nicht mehr warten",
            "Der Fleck will nicht verschwinden",
            "Ich fasse den Plan noch einmal zusammen",
            "Der Film schlägt alles",
            "Wie beende ich eine Lerneinheit?",
        ],
    );
}

#[test]
fn arabic_crises_are_told_from_similar_sentences() {
    check(
        &[
            "أحتاج إلى مساعدة",
            "احتاج مساعده",
            "أحتاج مساعدة، أرجوك",
            "محتاجة مساعدة!",
            "أرجوك ساعدني",
            "أنقذوني",
            "هو يؤذيني",
            "عمي يؤذيني كل يوم",
            "أبي يؤلمني",
            "إنه يلمسني",
            "المدرب بيلمسني",
            "أريد أن أختفي",
            "بدي اختفي",
            "لا أستطيع الاستمرار",
            "لم أعد أحتمل.",
            "مش قادرة أكمل",
            "تعبت من الحياة",
            "أُريد أن أموت",
            "أبي يضربني",
        ],
        &[
            "أحتاج إلى مساعدة في الواجب",
            "أحتاج مساعدة في الرياضيات",
            "أرجوك ساعدني في كتابة سيرتي الذاتية",
            "هل تحتاج إلى مساعدة؟",
            "شكرا على المساعدة",
            "هل يمكنك مساعدتي؟",
            "رأسي يؤلمني اليوم",
            "ظهري يؤلمني من الجلوس",
            "هذه الأغنية تلمسني",
            "كلامك لمسني كثيرا",
            "لا أستطيع الاستمرار في الدورة هذا الشهر",
            "لم أعد أحتمل الحر",
            "أريد أن أختبر نفسي",
            "متى نلتقي؟",
            "أريد أن أعمل في المستقبل",
            "مش قادر أكمل الواجب اليوم",
            "هذا الخبر جميل",
        ],
    );
}
