// flagdb
