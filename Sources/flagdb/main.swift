print("flagdb")
