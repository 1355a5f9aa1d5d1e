/** The cookie with which a browser reads the sample data in place of its person's data. */
export const SAMPLE_COOKIE = 'sample_data';

/** The link of the sample that was lost, with pictures of before and after. */
export const SAMPLE_LOSS = '0e3a6d10-c7dd-5766-a9ae-ebfbddb8dc97';
