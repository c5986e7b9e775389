#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| host_tests::hostile::check_proof(bytes));
