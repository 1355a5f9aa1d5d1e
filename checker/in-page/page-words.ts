/** Recognizes lines of pages that show no content, in several languages. */
export function pageWords() {
  const LOADING =
    /^\W*(?:loading|please wait|laden|wird geladen|lädt|bitte warten|chargement|cargando|caricamento|carregando|ładowanie|even geduld|загрузка|読み込み中|加载中|로딩)(?=$|[\s.…:,!%\d])/i;
  const SORRY =
    /(?<!\p{L})(?:something went wrong|error (?:has )?occurred|application error|client-side exception|try again later|temporarily unavailable|briefly unavailable|not available (?:right now|at the moment)|service unavailable|(?:under|scheduled) maintenance|under construction|coming soon|establishing a database connection|^fatal error|^database error|could not be loaded|failed to load|schief ?gelaufen|fehler ist aufgetreten|vorübergehend nicht|wartungs(?:arbeiten|modus)|nicht geladen werden|erreur (?:s['’]est produite|est survenue)|réessayer plus tard|temporairement indisponible|en maintenance|algo (?:salió|ha salido) mal|(?:ha ocurrido|se ha producido) un error|en mantenimiento|qualcosa è andato storto|si è verificato un errore|in manutenzione|algo deu errado|ocorreu um erro|em manutenção|iets mis ?gegaan|fout opgetreden|in onderhoud|coś poszło nie tak|wystąpił błąd|przerwa techniczna|critical error on (?:this|your) (?:web)?site|kritischen fehler|erreur critique|error crítico|errore critico|erro crítico|kritieke fout|błąd krytyczny|kritiskt fel|kritisk (?:fejl|feil)|kritická chyba|kritik (?:bir )?hata|критическ(?:ая|ую) ошибк|критичн(?:а|у) помилк|κρίσιμο σφάλμα|you are (?:now )?in (?:line|the queue)|in the waiting room|in der warteschlange|im warteraum|dans la file d['’]attente|en la (?:cola|sala de espera)|na sala de espera|nella sala d['’]attesa|in de wachtrij|w kolejce|(?:вы|место) в очереди|техническ(?:ие|их) работ|технічн(?:і|их) робот|техническом обслуживании|технічному обслуговуванні|временно (?:недоступ|не работает|закрыт|приостановлен)|тимчасово (?:недоступ|не працю)|ведутся работы|сайт (?:закрыт|на реконструкции)|karbantartás (?:alatt|miatt)|karbantartást végz|(?:probíhá|prebieha|důvodu|dôvodu) (?:\S+ )?údržb|în (?:întreținere|mentenanță)|under (?:underhåll|vedlikehold|vedligeholdelse)|huolto(?:tauko|katko)|bakım(?:da|dayız| çalışma| modu)|υπό συντήρηση|εργασίες συντήρησης|đang (?:được )?bảo trì|sedang (?:dalam )?(?:pemeliharaan|perbaikan)|בתחזוקה|עבודות תחזוקה|(?:تحت|قيد|أعمال) الصيانة)/iu;
  /** The same in languages without spaces between words. */
  const SORRY_UNSPACED =
    /メンテナンス(?:中|作業|のため|を実施|を行)|重大なエラー|エラーが発生し|しばらく(?:経って|たって|して)から|一時的に(?:利用|アクセス)|準備中|混み合って|順番(?:に|を)?(?:ご案内|お待ち)|维护(?:中|升级)|維護(?:中|升級)|系统维护|系統維護|正在维护|暂时无法|暫時無法|发生错误|發生錯誤|致命错误|严重错误|请稍后再试|請稍後再試|(?:正在|正)排[队隊]|排[队隊]中|점검 ?중|서비스 ?점검|정기 ?점검|치명적인 오류|오류가 발생|잠시 후|대기열|ปิดปรับปรุง|ปรับปรุงระบบ|रखरखाव/u;
  const AD_WALL =
    /ad[\s-]?block|(?:werbe|anzeigen)[\s-]?blocker|bloqueurs? (?:de )?(?:pub|annonces)|bloqueador(?:es)? de (?:anuncios|publicidad|propaganda)|blocco (?:della )?pubblicit|advertentieblokk|blokad[aęy] reklam|блокиров\S* реклам|広告ブロック|广告(?:拦截|屏蔽|过滤)|광고 ?차단/i;

  const saysLoading = (line: string): boolean => line.length <= 60 && LOADING.test(line);
  const isSorry = (line: string): boolean => line.length <= 160 && (SORRY.test(line) || SORRY_UNSPACED.test(line));
  const namesAdBlocker = (line: string): boolean => AD_WALL.test(line);

  return { saysLoading, isSorry, namesAdBlocker };
}

export type PageWords = ReturnType<typeof pageWords>;
