/** Recognizes lines of pages that show no content, in several languages. */
export function pageWords() {
  const LOADING =
    /^\W*(?:loading|please wait|laden|wird geladen|lädt|bitte warten|chargement|cargando|caricamento|carregando|ładowanie|even geduld|загрузка|読み込み中|加载中|로딩)(?=$|[\s.…:,!%\d])/i;
  const SORRY =
    /(?<!\p{L})(?:something went wrong|error (?:has )?occurred|application error|client-side exception|try again later|temporarily unavailable|briefly unavailable|not available (?:right now|at the moment)|service unavailable|(?:under|scheduled) maintenance|under construction|coming soon|establishing a database connection|^fatal error|^database error|could not be loaded|failed to load|schief ?gelaufen|fehler ist aufgetreten|vorübergehend nicht|wartungs(?:arbeiten|modus)|nicht geladen werden|erreur (?:s['’]est produite|est survenue)|réessayer plus tard|temporairement indisponible|en maintenance|algo (?:salió|ha salido) mal|(?:ha ocurrido|se ha producido) un error|en mantenimiento|qualcosa è andato storto|si è verificato un errore|in manutenzione|algo deu errado|ocorreu um erro|em manutenção|iets mis ?gegaan|fout opgetreden|in onderhoud|coś poszło nie tak|wystąpił błąd|przerwa techniczna)/iu;
  const AD_WALL =
    /ad[\s-]?block|(?:werbe|anzeigen)[\s-]?blocker|bloqueurs? (?:de )?(?:pub|annonces)|bloqueador(?:es)? de (?:anuncios|publicidad|propaganda)|blocco (?:della )?pubblicit|advertentieblokk|blokad[aęy] reklam|блокиров\S* реклам|広告ブロック|广告(?:拦截|屏蔽|过滤)|광고 ?차단/i;

  const saysLoading = (line: string): boolean => line.length <= 60 && LOADING.test(line);
  const isSorry = (line: string): boolean => line.length <= 160 && SORRY.test(line);
  const namesAdBlocker = (line: string): boolean => AD_WALL.test(line);

  return { saysLoading, isSorry, namesAdBlocker };
}

export type PageWords = ReturnType<typeof pageWords>;
