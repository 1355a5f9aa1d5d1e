/** The cookie with which a browser reads the sample data in place of its person's data. */
export const SAMPLE_COOKIE = 'sample_data';
